/** The events that mean something to us: those that `toTrigger` understands, and pushes to the default branch. app.yml subscribes to exactly these. */
export const handledEvents = [
  "check_suite",
  "issues",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "push",
  "status",
  "workflow_run",
] as const;
