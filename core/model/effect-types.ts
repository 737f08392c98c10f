/** Everything that gsd may do on GitHub outside of a publication. */
export const effectTypes = [
  "react",
  "say",
  "start-track",
  "dispatch",
  "merge-task",
  "merge-rollback",
  "update-branch",
  "show-health",
  "close-pull",
  "reopen-pull",
  "restore-branch",
  "request-review",
  "cancel-run",
  "show-track",
  "finish-track",
  "show-form",
  "mark-issue",
  "close-issue",
  "clean-up",
  "complete-phase",
] as const;
export type EffectType = (typeof effectTypes)[number];
