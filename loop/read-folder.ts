import { folderIn } from "../core/decide/refuse-folder.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Commented } from "../core/model/trigger.ts";
import { capabilityOf } from "../core/plan/draft-spec.ts";
import { specFile, specLayouts } from "../core/plan/spec-layout.ts";
import type { Ports } from "./ports.ts";

/** The folder that somebody asks a recipe about, where that asks for one: whether it is there, and has a spec already. */
export async function readAskedFolder(ports: Ports, facts: Facts, { commands }: Commented): Promise<void> {
  const asking = facts.recipes?.known.filter(({ asks }) => asks === "folder").map(({ name }) => name) ?? [];
  const text = commands.flatMap((one) =>
    one.type === "run" && one.recipe !== undefined && asking.includes(one.recipe) ? [one.text] : [],
  )[0];
  const path = text === undefined ? undefined : folderIn(text);
  if (path === undefined) return;
  const specs = specLayouts.map((layout) => specFile(layout, capabilityOf(path)));
  const { folders, files } = await ports.github.look({
    folders: [{ path, ref: "HEAD" }],
    files: specs.map((file) => ({ path: file, ref: "HEAD" })),
  });
  const found = specs.find((_, at) => files[at] !== undefined);
  facts.folder =
    found === undefined ? { path, isThere: folders[0] !== undefined } : { path, isThere: true, spec: found };
}
