import type { Problem } from "../model/validate.ts";
import { keyOf } from "./fold-specs.ts";
import { splitSections } from "./split-sections.ts";

/** What keeps later plans from changing `specs/<capability>/spec.md`: its requirements are found by their titles. */
export function checkSpec(markdown: string): Problem[] {
  const requirements = splitSections(markdown, 2).sections.filter(({ depth }) => depth === 2);
  const first = new Map<string, number>();
  return requirements.flatMap(({ title, line }) => {
    const known = first.get(keyOf(title));
    if (known === undefined) {
      first.set(keyOf(title), line);
      return [];
    }
    const message = `"${title}" is a requirement in line ${known} already; a change could not tell which is meant`;
    return [{ path: "", message, line }];
  });
}
