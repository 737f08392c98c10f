import { appendFileSync } from "node:fs";
import type { Scrubber } from "./create-scrubber.ts";
import type { UsageEntry } from "./gateway.ts";

// Refusals cost nothing, so a program that asks for nonsense all day must not fill the disk.
const maxRefusals = 1_000;

/** Writes the usage log, one JSON object a line, without the key. */
export function createLog(file: string | undefined, scrubber: Scrubber): (entry: UsageEntry) => void {
  let refusals = 0;
  return (entry) => {
    if (file === undefined) return;
    if (entry.firstByteMs === undefined) refusals += 1;
    if (entry.firstByteMs === undefined && refusals > maxRefusals) return;
    appendFileSync(file, `${scrubber.text(JSON.stringify(entry))}\n`, { mode: 0o600 });
  };
}
