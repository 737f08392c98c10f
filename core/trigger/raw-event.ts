import { issueOfBranch } from "../codec/branches.ts";
import { type Json, list, record, text } from "./read-json.ts";

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
      return headedBy(event);
    case "push":
      return [text(event.ref).replace(/^refs\/heads\//, "")];
    case "workflow_run":
      return [record(event.workflow_run).head_branch];
    case "check_suite":
      return [record(event.check_suite).head_branch];
    default:
      return [];
  }
}

/** GitHub lists every branch that contains the commit, so one of the default branch is in all of ours: only a branch's head is gated. */
function headedBy(event: Json): unknown[] {
  return list(event.branches)
    .map(record)
    .filter(({ commit }) => record(commit).sha === event.sha)
    .map(({ name }) => name);
}
