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
      return ownRef(event);
    case "status":
      return headedBy(event);
    case "push":
      return [text(event.ref).replace(/^refs\/heads\//, "")];
    case "workflow_run":
      return isForeign(event, record(event.workflow_run).head_repository)
        ? []
        : [record(event.workflow_run).head_branch];
    case "check_suite":
      return [record(event.check_suite).head_branch];
    default:
      return [];
  }
}

function ownRef(event: Json): unknown[] {
  const head = record(record(event.pull_request).head);
  return isForeign(event, head.repo) ? [] : [head.ref];
}

/**
 * Whether a head is in a fork, where anybody may call a branch as we call ours; a fork that is gone is null. That its repository is a fork
 * at all says nothing: this one may be one itself.
 */
function isForeign(event: Json, repo: unknown): boolean {
  if (repo === null) return true;
  const [head, own] = [record(repo).full_name, record(event.repository).full_name];
  return head !== undefined && own !== undefined && head !== own;
}

/** GitHub lists every branch that contains the commit, so one of the default branch is in all of ours: only a branch's head is gated. */
function headedBy(event: Json): unknown[] {
  return list(event.branches)
    .map(record)
    .filter(({ commit }) => record(commit).sha === event.sha)
    .map(({ name }) => name);
}
