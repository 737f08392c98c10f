import type { Note } from "../model/note.ts";
import { code, inline } from "../text/foreign.ts";
import { list } from "./phrases.ts";

type ToolNote = Extract<Note, { type: "tool-version" }>;

const names: Readonly<Record<ToolNote["tool"], string>> = {
  node: "Node",
  python: "Python",
  go: "Go",
  ruby: "Ruby",
};

/** What a person should know of the languages' versions, one text for all of them. */
export function toolText(notes: readonly Note[]): string[] {
  const own = notes.filter((note) => note.type === "tool-version");
  return own.length === 0 ? [] : [inline(own.map(tellTool).join(" "))];
}

/** One version that is not used as it is written. */
export function tellTool({ tool, file, wanted, trouble, used, has = [], by }: ToolNote): string {
  const name = names[tool];
  switch (trouble) {
    case "unreadable":
      return `${code(file)} asks for ${name} ${code(wanted)}, which gsd cannot read as a version, so it does not count. Write one such as ${code("20")} or ${code("3.12.4")} there.`;
    case "other-patch":
      return `${code(file)} asks for ${name} ${code(wanted)}; the runner's tool cache has ${code(used ?? "")}, so the commands run with that. Write the version without its last number, and it is the same everywhere.`;
    case "overruled":
      return `${code(file)} asks for ${name} ${code(wanted)}, but ${code(by ?? "")} counts more, so the commands run with ${code(used ?? "")}. Make both say the same.`;
    case "missing": {
      const rest = has.length > 0 ? ` (it has ${list(has.map(code))})` : "";
      return `${code(file)} asks for ${name} ${code(wanted)}, which is not in the runner's tool cache${rest}, so the commands run with whatever ${code(tool)} is installed there. Use a runner that has it, let its image or a workflow with ${code(`actions/setup-${tool}`)} put it there, or install it in ${code("setup.command")}.`;
    }
  }
}
