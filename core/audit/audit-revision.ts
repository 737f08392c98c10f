import { trackFile } from "../codec/ledger-files.ts";
import { ledgerProblemIn } from "../codec/read-document.ts";
import { GsdError } from "../gsd-error.ts";
import type { Track } from "../model/track.ts";
import type { FileChange, Revision } from "../ports/archive.ts";
import { compareTracks, heardBetween } from "./compare-tracks.ts";
import type { AuditEntry } from "./entry.ts";

/** What one commit of the ledger tells, and the states of tracks that it leaves. */
export interface RevisionAudit {
  entries: AuditEntry[];
  tracks: Track[];
}

/** Reads one commit of the ledger. A file that cannot be read is an entry, and does not hide the others. */
export function auditRevision(revision: Revision): RevisionAudit {
  const { commit, at } = revision;
  const entries: AuditEntry[] = handEdit(revision);
  const tracks: Track[] = [];
  for (const [issue, files] of byIssue(revision.files)) {
    const problems: string[] = [];
    const before = firstTrack(files, "before", []);
    const after = firstTrack(files, "after", problems);
    entries.push(
      ...problems.map((problem) => ({
        action: "unreadable" as const,
        path: files[0]?.path ?? "",
        problem,
        at,
        commit,
        issue,
        actor: revision.author,
        heard: [],
      })),
    );
    if (!after) continue;
    tracks.push(after);
    const heard = heardBetween(before, after);
    for (const { event, actor, at: when } of compareTracks(before, after)) {
      entries.push({ ...event, at: when ?? at, commit, issue, actor, heard });
    }
  }
  return { entries, tracks };
}

/** By what the commit says of its author; that of a bot ends so. */
function handEdit({ commit, at, author, message, files }: Revision): AuditEntry[] {
  if (author.endsWith("[bot]")) return [];
  const paths = files.map(({ path }) => path);
  return [{ action: "edit", message, paths, at, commit, issue: undefined, actor: author, heard: [] }];
}

/** A track moves between two folders: both files are about it. */
function byIssue(files: FileChange[]): Map<number, FileChange[]> {
  const found = new Map<number, FileChange[]>();
  // `tracks/` counts where both are there.
  for (const file of files.toSorted((a, b) => (a.path < b.path ? 1 : -1))) {
    const [folder, name = ""] = file.path.split("/");
    const issue = folder === "tracks" || folder === "done" ? trackFile.issueOf(name) : undefined;
    if (issue !== undefined) found.set(issue, [...(found.get(issue) ?? []), file]);
  }
  return found;
}

function firstTrack(files: FileChange[], side: "before" | "after", problems: string[]): Track | undefined {
  const file = files.find((one) => one[side] !== undefined);
  const text = file?.[side];
  if (file === undefined || text === undefined) return undefined;
  try {
    return trackFile.read(text, file.path);
  } catch (error) {
    // What a newer gsd wrote, this one cannot judge.
    if (!(error instanceof GsdError) || error.code === "ledger-newer") throw error;
    problems.push(ledgerProblemIn(error)?.what ?? error.message);
    return undefined;
  }
}
