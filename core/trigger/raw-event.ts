import { issueOfBranch } from "../codec/branches.ts";
import { list, record, text } from "./read-json.ts";

/** A webhook or workflow event as it came: its name and its payload, neither trusted. */
export interface RawEvent {
  name: string;
  payload: unknown;
}

/** The issue whose track the branches of an event belong to, if any does. */
export function issueOfHead(raw: RawEvent): number | undefined {
  return headsOf(raw)
    .map((head) => issueOfBranch(text(head)))
    .find((issue) => issue !== undefined);
}

function headsOf({ name, payload }: RawEvent): unknown[] {
  const event = record(payload);
  switch (name) {
    case "pull_request":
    case "pull_request_review":
      return [record(record(event.pull_request).head).ref];
    case "status":
      return list(event.branches).map((branch) => record(branch).name);
    case "push":
      return [text(event.ref).replace(/^refs\/heads\//, "")];
    case "workflow_run":
      return [record(event.workflow_run).head_branch];
    default:
      return [];
  }
}
