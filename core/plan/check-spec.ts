import type { Problem } from "../model/validate.ts";
import { keyOf } from "./spec-deltas.ts";
import type { SpecLayout } from "./spec-layout.ts";
import { splitSpec } from "./spec-parts.ts";

/** What keeps later plans from changing a spec: its requirements are found by their titles. */
export function checkSpec(markdown: string, layout: SpecLayout = "own"): Problem[] {
  const first = new Map<string, number>();
  return splitSpec(markdown, layout).flatMap(({ title, line = 1 }) => {
    if (title === undefined) return [];
    const known = first.get(keyOf(title));
    if (known === undefined) {
      first.set(keyOf(title), line);
      return [];
    }
    const message = `"${title}" is a requirement in line ${known} already; a change could not tell which is meant`;
    return [{ path: "", message, line }];
  });
}
