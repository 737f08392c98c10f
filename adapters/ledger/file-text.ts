import { createHash } from "node:crypto";
import { bytesIn, ledgerText, mostFileBytes } from "../../core/codec/track-size.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";

/** A file's text, which has to fit. */
export function formatText(value: unknown, path: string): string {
  const text = ledgerText(value);
  if (bytesIn(text) > mostFileBytes) {
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
