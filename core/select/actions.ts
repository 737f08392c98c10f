import type { JobKind } from "../model/job.ts";

/** Everything that gsd can be asked to do, in the order in which a change lives. */
export const phases = {
  discovery: ["research", "analyze", "retrofit"],
  planning: ["proposal", "plan", "design", "split"],
  execution: ["implement", "execute", "scaffold"],
  validation: ["review", "verify", "debug", "lint"],
  lifecycle: ["approve", "archive", "status"],
} as const;

export type ActionPhase = keyof typeof phases;
export type Action = (typeof phases)[ActionPhase][number];

export const actions: readonly Action[] = Object.values(phases).flat();

export function isAction(text: string): text is Action {
  return actions.some((action) => action === text);
}

export function phaseOf(action: Action): ActionPhase {
  const found = Object.entries(phases).find(([, own]) => own.some((one) => one === action));
  return found![0] as ActionPhase;
}

const byJob: Record<JobKind, Action | undefined> = {
  "plan-spec": "proposal",
  "plan-arch": "design",
  "plan-qa": "plan",
  backlog: "split",
  task: "implement",
  review: "review",
  verify: "verify",
  rollback: undefined,
  health: undefined,
};

/** What a job is an act of; a rollback and a health check are no agent's work. */
export function actionOf(kind: JobKind): Action | undefined {
  return byJob[kind];
}
