import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { findRoot } from "./find-root.ts";

/** The release tree that this code stands in: a clone, an unpacked action or an installed package. */
export function ownRoot(): string {
  return findRoot(dirname(fileURLToPath(import.meta.url)));
}
