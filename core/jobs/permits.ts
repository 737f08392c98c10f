import type { TaskId } from "../model/ids.ts";
import type { Manifest } from "../model/manifest.ts";
import {
  isPending,
  isSameRequest,
  mostPermits,
  mostTrackPermits,
  mostWants,
  type Permit,
  type Want,
} from "../model/permission.ts";
import type { Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { createJudge, termsFor } from "../permissions/judge-request.ts";
import { cleanText } from "../text/clean-text.ts";
import { type Draft, say } from "./draft.ts";
import type { Failing } from "./row.ts";

/** What a leg needs a person's leave for, as publish believes it: only what our own rules say takes one, each once. */
export function wantsOf(
  track: Track,
  manifest: Pick<Manifest, "steps" | "job">,
): Failing["permissions"] | undefined {
  const judge = createJudge(termsFor(track, { task: manifest.job.task, asksPeople: true }));
  const asking = manifest.steps.filter((step) => step.type === "agent" && step.outcome === "asked");
  const all = asking.flatMap((step) => (step.type === "agent" ? (step.wants ?? []) : []));
  const wants = all.flatMap((want): Want[] => {
    const { scope, action, target } = want;
    const judged = judge({ scope, action, target });
    if (judged.decision !== "ask") return [];
    const why = want.why === undefined ? undefined : plain(want.why);
    return [withoutUndefined({ scope, action, target, why, rule: judged.rule })];
  });
  const unique = wants.filter((want, at) => wants.findIndex((other) => isSameRequest(want, other)) === at);
  const [first] = asking;
  if (unique.length === 0 || first?.type !== "agent") return undefined;
  return { by: `${first.id}, ${first.role}`.slice(0, 150), wants: unique.slice(0, mostWants) };
}

function plain(text: string): string {
  return cleanText(text).text.replaceAll(/\s+/g, " ").trim().slice(0, 500);
}

/** Asks people for leave; a task that has asked often enough is not heard again. */
export function askLeave(draft: Draft, task: TaskId, asked: Failing["permissions"]): Permit | undefined {
  const { track, moment } = draft;
  const { permits = [] } = track;
  const number = permits.filter((permit) => permit.task === task).length + 1;
  if (!asked || number > mostPermits || permits.length >= mostTrackPermits) return undefined;
  const permit: Permit = { task, number, at: moment.now, by: asked.by, wants: asked.wants };
  track.permits = [...permits, permit];
  return permit;
}

/** Makes a task wait for a person's leave, and asks for it in the thread. */
export function waitForLeave(draft: Draft, task: TaskId, asked: Failing["permissions"]): boolean {
  const known = draft.track.tasks[task];
  const permit = known && askLeave(draft, task, asked);
  if (!permit) return false;
  const trouble = { type: "permission-asked" as const, task, number: permit.number };
  draft.track.tasks[task] = { ...known, status: "needs_input", trouble };
  say(draft, draft.track.issue, { type: "permission-wanted", task, number: permit.number });
  return true;
}

export function replacePermit(track: Track, permit: Permit): void {
  track.permits = (track.permits ?? []).map((one) =>
    one.task === permit.task && one.number === permit.number ? permit : one,
  );
}

/** Closes what nobody waits for any more: people may have gone on without it. */
export function noticePermits({ track }: Draft): void {
  for (const permit of track.permits ?? []) {
    if (permit.decision) continue;
    const gone = !isWanted(track, permit);
    if (gone === (permit.gone ?? false)) continue;
    const { gone: _, ...rest } = permit;
    replacePermit(track, gone ? { ...rest, gone } : rest);
  }
}

/** A task waits for its newest ask only. */
function isWanted({ phase, tasks }: Track, { task, number }: Permit): boolean {
  if (phase === "cancelled" || phase === "failed" || phase === "merged") return false;
  const { status, trouble } = tasks[task] ?? {};
  return status === "needs_input" && trouble?.type === "permission-asked" && trouble.number === number;
}

/** Whether anybody waits for a person's leave. */
export function waitsForLeave({ permits = [] }: Pick<Track, "permits">): boolean {
  return permits.some(isPending);
}
