import { readFileSync } from "node:fs";

/** A file of /proc or /sys; empty where there is none, or no longer. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
