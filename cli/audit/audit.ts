import { auditRevision } from "../../core/audit/audit-revision.ts";
import type { AuditEntry } from "../../core/audit/entry.ts";
import { type EntryFilter, filterEntries } from "../../core/audit/filter-entries.ts";
import { findUnexplained, type Knowledge, learn, noKnowledge } from "../../core/audit/find-unexplained.ts";
import type { Archive } from "../../core/ports/archive.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Source } from "../ledger/open-archive.ts";
import { printableJson } from "../printable.ts";
import { sourceText } from "../source-text.ts";
import type { Terminal } from "../terminal.ts";
import { entriesText, unexplainedText } from "./audit-text.ts";

export interface AuditOptions extends Source, EntryFilter {
  json?: boolean;
}

/** `gsd audit`: who asked for what, who approved which commit, and which job did what, from the ledger's history alone. */
export async function audit(archive: Archive, options: AuditOptions, terminal: Terminal): Promise<number> {
  const source = { where: archive.where, seesThreads: archive.seesThreads, ...(await archive.newest()) };
  const { entries, known } = await walk(archive);
  const unexplained = findUnexplained(await archive.objects(), known);
  const shown = filterEntries(entries, options);
  terminal.out(
    options.json
      ? printableJson({ source, entries: shown, unexplained })
      : [
          entriesText(shown, terminal),
          "\n",
          unexplainedText(unexplained, archive.seesThreads, terminal),
          sourceText(source, terminal),
        ].join(""),
  );
  const isOdd = unexplained.length > 0 || entries.some(({ action }) => action === "unreadable");
  return isOdd ? exitCodes.findings : exitCodes.good;
}

/** The whole history, whatever is shown of it: what is explained may be old. */
async function walk(archive: Archive): Promise<{ entries: AuditEntry[]; known: Knowledge }> {
  const known = noKnowledge();
  const entries: AuditEntry[] = [];
  for await (const revision of archive.revisions()) {
    const { entries: found, tracks } = auditRevision(revision);
    for (const track of tracks) learn(known, track);
    entries.push(...found);
  }
  return { entries, known };
}
