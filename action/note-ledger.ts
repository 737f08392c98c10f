import { appendFileSync } from "node:fs";
import { summaryNote } from "../core/render/ledger-note.ts";
import type { Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";

/** Names the ledger's commit in the run's summary, however the work ends. Written by hand for the same reason as an output. */
export async function noteLedger<T>(
  { summaryFile }: Pick<Environment, "summaryFile">,
  { ledger }: Pick<Ports, "ledger">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    const commit = ledger.latest();
    if (summaryFile && commit) appendFileSync(summaryFile, `${summaryNote(commit)}\n\n`);
  }
}
