import type { DeltaName } from "../model/spec-delta.ts";
import { splitSections } from "./split-sections.ts";

const sectionTypes: Readonly<Record<string, DeltaName["type"]>> = {
  "added requirements": "added",
  "modified requirements": "modified",
  "removed requirements": "removed",
  // What gets another name is not found by its old one any more.
  "renamed requirements": "removed",
};

/** The requirements that a delta of OpenSpec's (`openspec/changes/<id>/specs/<capability>/spec.md`) changes. */
export function readOpenspecDeltas(markdown: string): Pick<DeltaName, "type" | "title">[] {
  let type: DeltaName["type"] | undefined;
  return splitSections(markdown, 3).sections.flatMap(({ depth, title, body }) => {
    if (depth < 3) type = sectionTypes[title.toLowerCase()];
    if (type === undefined) return [];
    const name = depth === 3 ? /^requirement:\s*(\S.*)$/i.exec(title)?.[1] : undefined;
    const names = name === undefined ? namesIn(body) : [name];
    return names.map((one) => ({ type: type as DeltaName["type"], title: one.slice(0, 200) }));
  });
}

/** Requirements that are removed or renamed may stand in a list. */
function namesIn(body: string): string[] {
  const line = /^\s*[-*+]?\s*(?:FROM:|TO:)?\s*`?###\s*Requirement:\s*(.+?)`?\s*$/gm;
  return [...body.matchAll(line)].flatMap(([, name]) => name ?? []);
}
