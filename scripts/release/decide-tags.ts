import { GsdError } from "../../core/gsd-error.ts";
import { isHigher } from "./next-version.ts";

export interface TagFacts {
  version: string;
  /** The commit that is released, and the one beside it that holds the bundle as well. */
  source: string;
  release: string;
  /** The commits of the tags that are there, by name. */
  tags: ReadonlyMap<string, string>;
}

/** Which tags have to be made or moved. A version is released once; its major tag follows the highest version. */
export function decideTags({ version, source, release, tags }: TagFacts): string[] {
  const [own, major] = [`v${version}`, `v${version.split(".")[0]}`];
  const now = tags.get(own);
  if (now !== undefined && now !== source && now !== release)
    throw new GsdError(
      "release",
      `${own} is released already, as ${now}. Raise the version first: npx node scripts/raise-version.ts patch`,
    );
  const versions = [...tags.keys()].filter(
    (name) => /^v\d+\.\d+\.\d+$/.test(name) && name.startsWith(`${major}.`),
  );
  const isNewest = !versions.some((name) => isHigher(name.slice(1), version));
  const wanted = isNewest ? [own, major] : [own];
  return wanted.filter((name) => tags.get(name) !== release);
}
