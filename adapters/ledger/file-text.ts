import { createHash } from "node:crypto";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";

const mostBytes = 512_000;

/** A value as the ledger keeps it: one field a line, so that the branch's history is readable. */
export function formatText(value: unknown, path: string): string {
  const text = `${JSON.stringify(value, null, 1)}\n`;
  if (Buffer.byteLength(text) > mostBytes) {
    throw new GsdError(
      "ledger-full",
      `${path} would be larger than 512 KB, and was not saved. Split the backlog into several issues.`,
    );
  }
  return text;
}

/** The version that a file with this text has: git's own name for its content. */
export function versionOf(text: string): Sha {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
}
