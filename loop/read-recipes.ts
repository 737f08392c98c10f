import type { Facts } from "../core/model/facts.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import type { Ports } from "./ports.ts";
import { readLibrary } from "./read-library.ts";

/** The recipes that people can ask for, on the default branch, and what is wrong with those that they cannot. */
export async function readRecipes(ports: Ports, facts: Facts): Promise<NonNullable<Facts["recipes"]>> {
  const protectedPaths = facts.config?.ok ? facts.config.config.protected_paths : [];
  const { recipes, own, problems } = await readLibrary(ports, { ref: "HEAD", protectedPaths });
  const paths = own.map(({ path }) => path);
  const known = Object.values(recipes).map(({ name, kind, description, asks }) =>
    withoutUndefined({
      name,
      kind,
      description,
      own: paths.includes(`.gsd/recipes/${name}.yml`),
      asks,
    }),
  );
  const wrong = problems.filter(({ file }) => file.startsWith(".gsd/recipes/"));
  const told = wrong.map(({ file, path, message, line }) => {
    const problem = { path: file, message: path ? `${path} ${message}` : message };
    return line === undefined ? problem : { ...problem, line };
  });
  return { known, problems: told };
}
