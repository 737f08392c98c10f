import type { ApplicationFunction } from "probot";
import type { Delivery } from "./create-receiver.ts";

/** The events that mean something to us: those that `toTrigger` understands, and pushes to the default branch. app.yml subscribes to exactly these. */
export const handledEvents = [
  "issues",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "push",
  "status",
  "workflow_run",
] as const;

/** gsd as a probot app: a verified webhook is handed on, and answered at once. */
export function createApp(receive: (delivery: Delivery) => void): ApplicationFunction {
  return (app) => {
    app.on([...handledEvents], ({ id, name, payload }) => receive({ id, name, payload }));
  };
}
