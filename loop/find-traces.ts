import { checkpointTag, issueOfBranch } from "../core/codec/branches.ts";
import { marker } from "../core/codec/markers.ts";
import type { TracesFact } from "../core/model/facts.ts";
import type { Instant, Sha } from "../core/model/ids.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import type { Answer, Question, RefSearch } from "../core/ports/github/look.ts";
import { ledgerNote } from "../core/render/ledger-note.ts";
import { isOurVoice } from "./is-our-voice.ts";
import type { Ports } from "./ports.ts";

/** Where a track of an issue leaves names: as branches while it is there, as tags when it was merged. */
export function tracesOf(issue: number): RefSearch[] {
  return [
    { kind: "heads", text: `gsd/${issue}-` },
    { kind: "tags", text: `gsd/checkpoint/${issue}/` },
  ];
}

/** What to ask for where the whole ledger may be gone. */
export const allTraces: Pick<Question, "refs" | "newestPulls"> = {
  refs: [
    { kind: "heads", text: "gsd/" },
    { kind: "heads", text: "gsd-task/" },
    { kind: "tags", text: "gsd/checkpoint/" },
  ],
  newestPulls: true,
};

type Found = Pick<TracesFact, "names" | "pulls">;

/** Names and pull requests of tracks in an answer: of one issue, or of any. */
export function tracesIn({ refs, newestPulls }: Pick<Answer, "refs" | "newestPulls">, issue?: number): Found {
  const isOurs = (name: string) => {
    const found = issueOfBranch(name) ?? checkpointTag.parse(name)?.issue;
    return found !== undefined && (issue === undefined || found === issue);
  };
  return {
    names: refs.flat().filter(isOurs),
    pulls: newestPulls.filter(({ branch }) => isOurs(branch)).map(({ number }) => number),
  };
}

/** The issues whose tracks left something, newest first. */
export function issuesOf({ names }: Found): number[] {
  const issues = names.flatMap((name) => issueOfBranch(name) ?? checkpointTag.parse(name)?.issue ?? []);
  return [...new Set(issues)].sort((a, b) => b - a);
}

/**
 * What gsd left, for an issue of which the ledger knows nothing. Where the ledger is there, the names that the first look found
 * are enough; where it is not, which is so once in a repository's life, everything is looked for.
 */
export async function findTraces(
  ports: Ports,
  issue: number,
  { hasLedger, looked }: { hasLedger: boolean; looked: Answer },
): Promise<TracesFact | undefined> {
  const found = hasLedger ? tracesIn(looked, issue) : tracesIn(await ports.github.look(allTraces));
  if (hasLedger && found.names.length === 0) return undefined;
  const isSilent = looked.issues[0]?.comments === 0;
  const sticky = isSilent ? undefined : await findSticky(ports, issue);
  if (found.names.length + found.pulls.length === 0 && !sticky) return undefined;
  return withoutUndefined({
    gone: hasLedger ? ("track" as const) : ("ledger" as const),
    names: found.names.slice(0, 20),
    pulls: found.pulls.slice(-20),
    sticky: sticky && { comment: sticky.comment, node: sticky.node },
    commit: sticky?.commit,
  });
}

/** Our progress comment on an issue, and the commit of the ledger that it names. */
export async function findSticky(
  ports: Pick<Ports, "github" | "voices">,
  issue: number,
): Promise<{ comment: number; node: string; at: Instant; commit?: Sha } | undefined> {
  const text = marker.format("sticky", String(issue));
  const comments = await ports.github.comments(issue);
  const found = comments.find((comment) => isOurVoice(ports, comment.author) && comment.body.includes(text));
  if (!found) return undefined;
  const { id: comment, nodeId: node, updatedAt: at } = found;
  return withoutUndefined({ comment, node, at, commit: ledgerNote.parse(found.body) });
}
