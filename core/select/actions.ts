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

const phaseByAction = Object.fromEntries(
  Object.entries(phases).flatMap(([phase, own]) => own.map((action) => [action, phase])),
) as Record<Action, ActionPhase>;

export function phaseOf(action: Action): ActionPhase {
  return phaseByAction[action];
}

const byPrompt: Readonly<Record<string, Action>> = {
  spec: "proposal",
  arch: "design",
  qa: "plan",
  backlog: "split",
  revise: "split",
  gaps: "split",
  rebase: "split",
  split: "split",
  retrofit: "retrofit",
  task: "implement",
  fix: "implement",
  resolve: "implement",
  review: "review",
  verify: "verify",
  research: "research",
  debug: "debug",
};

/** What an agent with a prompt is about to do; a prompt that we do not know is some look at the code. */
export function actionOfPrompt(prompt: string): Action {
  return (Object.hasOwn(byPrompt, prompt) ? byPrompt[prompt] : undefined) ?? "analyze";
}
