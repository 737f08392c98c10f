import { codeOf, GsdError } from "../core/gsd-error.ts";
import type { Effect, EffectOutcome, EffectResult, OutboxEntry } from "../core/model/effect.ts";
import type { Track } from "../core/model/track.ts";
import { cancelRun } from "./effects/cancel-run.ts";
import { cleanUp } from "./effects/clean-up.ts";
import { closeIssue } from "./effects/close-issue.ts";
import { closePull } from "./effects/close-pull.ts";
import { completePhase } from "./effects/complete-phase.ts";
import { dispatch } from "./effects/dispatch.ts";
import { finishTrack } from "./effects/finish-track.ts";
import { markIssue } from "./effects/mark-issue.ts";
import { mergePull } from "./effects/merge-pull.ts";
import { react } from "./effects/react.ts";
import { reopenPull } from "./effects/reopen-pull.ts";
import { requestReview } from "./effects/request-review.ts";
import { restoreBranch } from "./effects/restore-branch.ts";
import { say } from "./effects/say.ts";
import { showForm } from "./effects/show-form.ts";
import { showHealth } from "./effects/show-health.ts";
import { showTrack } from "./effects/show-track.ts";
import { startTrack } from "./effects/start-track.ts";
import { updateBranch } from "./effects/update-branch.ts";
import type { Ports } from "./ports.ts";

type Loose = "react" | "say" | "complete-phase";

/** One effect to be done; all but answers are a track's. */
export interface Work<E extends Effect = Effect> {
  ports: Ports;
  track: E["type"] extends Loose ? Track | undefined : Track;
  entry: OutboxEntry;
  effect: E;
}

/** How one kind of effect is done. `probe` finds it when it was done already; what is harmless to repeat has none. */
export interface Performer<E extends Effect = Effect> {
  probe?(work: Work<E>): Promise<EffectResult | undefined>;
  perform(work: Work<E>): Promise<EffectResult>;
}

const performers: { [T in Effect["type"]]: Performer<Extract<Effect, { type: T }>> } = {
  react,
  say,
  "start-track": startTrack,
  dispatch,
  "merge-task": mergePull,
  "merge-rollback": mergePull,
  "update-branch": updateBranch,
  "show-health": showHealth,
  "close-pull": closePull,
  "reopen-pull": reopenPull,
  "restore-branch": restoreBranch,
  "request-review": requestReview,
  "cancel-run": cancelRun,
  "show-track": showTrack,
  "finish-track": finishTrack,
  "show-form": showForm,
  "mark-issue": markIssue,
  "close-issue": closeIssue,
  "clean-up": cleanUp,
  "complete-phase": completePhase,
};

/** What an effect that found out nothing says. */
export const nothing: EffectResult = { type: "nothing" };

const mostTries = 4;

interface Task {
  ports: Ports;
  track?: Track;
  entry: OutboxEntry;
}

/** Does one effect. A create whose answer was lost is looked for before it is tried again. */
export async function performEffect({ ports, track, entry }: Task): Promise<EffectOutcome> {
  const { key, effect } = entry;
  const performer = performers[effect.type] as Performer;
  // `decide` gives every effect but answers to a track.
  const work = { ports, track, entry, effect } as Work;
  let look = entry.probe;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const found = look ? await performer.probe?.(work) : undefined;
      return { key, type: "done", result: found ?? (await performer.perform(work)) };
    } catch (error) {
      const failure =
        error instanceof GsdError ? error : new GsdError("unknown", String(error), { cause: error });
      ports.log.warn("an effect did not go through", { key, code: failure.code, attempt });
      if (failure.code === "rate-limited") return { key, type: "later", text: failure.message };
      if (failure.code !== "unavailable")
        return { key, type: "failed", code: codeOf(failure), text: failure.message };
      if (attempt + 1 >= mostTries) return { key, type: "later", text: failure.message };
      look = true;
      await ports.github.pause(1_000 * 2 ** attempt);
    }
  }
}
