import type { Facts, PullFact } from "../model/facts.ts";
import type { Sha } from "../model/ids.ts";
import type { Trouble } from "../model/notice.ts";
import type { Objections } from "../model/overruling.ts";
import type { Track } from "../model/track.ts";
import { calm, type Draft, say } from "./draft.ts";
import { showTrack } from "./verify-again.ts";

type Request = Objections["requests"][number];

/** Requests for changes that hold a pull request: those that nobody has overruled, for tasks at this very head. */
export function standingRequests(
  { overruled = [] }: Pick<Track, "overruled">,
  pull: PullFact | undefined,
  sha?: Sha,
): Request[] {
  const known = overruled.filter(
    (one) => one.pull === pull?.number && (sha === undefined || one.sha === sha),
  );
  const lifted = known.flatMap(({ over }) => over.requests.map(({ review }) => review));
  return (pull?.requests ?? []).filter(({ review }) => !lifted.includes(review));
}

/** Who asked for changes, by name. */
export function namesOf(requests: readonly Request[]): string[] {
  return requests.map(({ by }) => by);
}

/** Whether people were told already that these names hold it. */
export function isTold(trouble: Trouble | undefined, by: readonly string[]): boolean {
  return trouble?.type === "changes-requested" && trouble.by.join(" ") === by.join(" ");
}

/** Whether somebody asked for changes to the whole: then it is not called ready. People are told once of each request. */
export function holdTrack(draft: Draft, facts: Facts): boolean {
  const { pull } = draft.track;
  const fact = pull === undefined ? undefined : facts.pulls[pull];
  if (pull !== undefined && !fact) draft.missing.push({ type: "head", pull });
  if (pull === undefined || !fact) return false;
  const by = namesOf(standingRequests(draft.track, fact));
  if (by.length === 0) {
    if (draft.track.trouble?.type === "changes-requested") calm(draft);
    return false;
  }
  if (isTold(draft.track.trouble, by)) return true;
  draft.track.trouble = { type: "changes-requested", pull, by };
  say(draft, pull, draft.track.trouble);
  return true;
}

/** Somebody asked for changes to a track that was ready: it is not called so, and is held as before it was. */
export function noticeRequests(draft: Draft, facts: Facts): void {
  const { track } = draft;
  const fact = track.pull === undefined ? undefined : facts.pulls[track.pull];
  if (track.phase !== "ready" || fact?.state !== "open") return;
  if (standingRequests(track, fact).length === 0) return;
  track.phase = "verifying";
  showTrack(draft, "pending");
}
