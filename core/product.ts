import packageJson from "../package.json" with { type: "json" };

/**
 * What gsd is called, where it lives and which version this is. `package.json` is the one place that says so: the stubs'
 * pins, the schema's address, the App's manifest and the README's examples are made from it by scripts/generate-docs.ts.
 */
export const product = describeProduct(packageJson);

interface PackageFacts {
  name: string;
  version: string;
  repository: { url: string };
}

/** The facts of a package.json, under the names that the rest of gsd uses. */
export function describeProduct({ name, version, repository }: PackageFacts) {
  const place = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository.url)?.[1] ?? "";
  const url = `https://github.com/${place}`;
  const tag = `v${version}`;
  return {
    /** The npm package: `npx <package>`. */
    package: name,
    version,
    /** `owner/name` on GitHub. */
    repository: place,
    url,
    /** The release's own tag, and the one that moves with each release of its major version. */
    tag,
    majorTag: `v${version.split(".")[0]}`,
    /** For editors: of `.github/gsd.yml`, of a plan's BACKLOG.yaml, of a recipe. */
    schemaUrl: `https://raw.githubusercontent.com/${place}/${tag}/docs/gsd.schema.json`,
    backlogSchemaUrl: `https://raw.githubusercontent.com/${place}/${tag}/docs/backlog.schema.json`,
    recipeSchemaUrl: `https://raw.githubusercontent.com/${place}/${tag}/docs/recipe.schema.json`,
  };
}
