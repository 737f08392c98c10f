import { region } from "../codec/regions.ts";
import type { TaskId } from "../model/ids.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { longestComment } from "./phrases.ts";
import { rollbackState } from "./rollback-state.ts";
import { taskIsOpen, taskState, taskTakenBack } from "./task-state.ts";
import { planIsProposed, trackState } from "./track-state.ts";

/** The part of a pull request's body that follows the state. */
export interface PullState {
  pull: number;
  text: string;
  /** Whether the plan as it was proposed is folded now. */
  folds: boolean;
  /** What it says when it is opened. */
  opening: string;
}

/** What the bodies of a track's pull requests should say now. */
export function pullStates(track: Track): PullState[] {
  const tasks = taskEntries(track).flatMap(([id]) => taskStates(track, id));
  const rollbacks = track.rollbacks.flatMap((rollback) => {
    if (!rollback.proposal) return [];
    const opening = rollbackState({ ...rollback, status: "open" });
    return [{ pull: rollback.proposal.pull, text: rollbackState(rollback), folds: false, opening }];
  });
  return [...planState(track), ...tasks, ...rollbacks];
}

function planState(track: Track): PullState[] {
  if (track.pull === undefined) return [];
  const opening = planIsProposed(track, track.plan.proposed?.tree, track.plan.proposed?.problems);
  return [{ pull: track.pull, ...trackState(track), opening }];
}

/** A task that was taken back and is done again has two. */
function taskStates(track: Track, id: TaskId): PullState[] {
  const task = track.tasks[id];
  const state = (pull: number | undefined, text: string): PullState[] =>
    pull === undefined ? [] : [{ pull, text, folds: false, opening: taskIsOpen }];
  if (!task) return [];
  const { proposal, rolledBack } = task;
  return [
    ...state(proposal?.pull, taskState(track, id, task)),
    ...state(rolledBack?.pull, taskTakenBack(id, rolledBack?.by)),
  ];
}

/** What says something else than before; what is new says what it was opened with. */
export function changedStates(before: Track | undefined, after: Track): PullState[] {
  const known = new Map(before ? pullStates(before).map((state) => [state.pull, state]) : []);
  return pullStates(after).filter(({ pull, text, folds, opening }) => {
    const old = known.get(pull) ?? { text: opening, folds: false };
    return old.text !== text || old.folds !== folds;
  });
}

type Wanted = Pick<PullState, "text" | "folds">;

/** The same body as the state wants it now. Where it gets too long, the plan as it was proposed goes: its files say the same. */
export function withState(body: string, { text, folds }: Wanted): string {
  if (!region.has(body, "fold")) return region.replace(body, "state", text);
  const opening = "<details><summary>The plan as it was proposed</summary>\n";
  const opened = region.replace(body, "state", folds ? `${text}\n\n${opening}` : text);
  const whole = region.replace(opened, "fold", folds ? "\n</details>\n" : "");
  if (whole.length <= longestComment) return whole;
  const short = region.replace(region.replace(body, "state", text), "fold", "");
  return region.between(short, "state", "fold", "\n\n");
}

/** A new body of ours in the place of an old one; what people wrote around that stays. */
export function inPlaceOf(old: string, wanted: string): string {
  const part = region.cut(wanted, "body");
  const found = region.cut(old, "body");
  return part !== undefined && found !== undefined ? old.split(found).join(part) : wanted;
}
