import { rollbackBranch, taskBranch, trackBranch } from "../codec/branches.ts";
import { marker } from "../codec/markers.ts";
import type { Sender, Trigger } from "../model/trigger.ts";
import { readCommands } from "./read-commands.ts";
import { instant, type Json, list, positive, record, text } from "./read-json.ts";

/** A webhook or workflow event as it came: its name and its payload, neither trusted. */
export interface RawEvent {
  name: string;
  payload: unknown;
}

/** A trigger, with the issue whose track it concerns. */
export interface Aimed {
  issue: number;
  trigger: Trigger;
}

/** What an event means to us; undefined for everything that is none of our business. */
export function toTrigger({ name, payload }: RawEvent): Aimed | undefined {
  const event = record(payload);
  switch (name) {
    case "issues":
      return event.action === "labeled" ? fromLabel(event) : undefined;
    case "issue_comment":
      return event.action === "created" ? fromComment(event) : undefined;
    case "pull_request_review":
      return event.action === "submitted" ? fromReview(event) : undefined;
    case "pull_request":
      return event.action === "closed" ? fromClosed(event) : undefined;
    case "status":
      return fromChecks(
        list(event.branches).map((branch) => record(branch).name),
        event.sha,
      );
    case "workflow_run": {
      const run = record(event.workflow_run);
      return event.action === "completed" ? fromChecks([run.head_branch], run.head_sha) : undefined;
    }
    default:
      return undefined;
  }
}

function fromLabel(event: Json): Aimed | undefined {
  const raw = record(event.issue);
  const issue = positive(raw.number);
  if (!issue || raw.pull_request) return undefined;
  const label = text(record(event.label).name);
  const trigger = {
    type: "issue-labeled",
    issue,
    label,
    sender: toSender(event.sender),
    at: instant(raw.updated_at),
  } as const;
  return { issue, trigger };
}

function fromComment(event: Json): Aimed | undefined {
  const raw = record(event.issue);
  const comment = record(event.comment);
  const thread = positive(raw.number);
  const id = positive(comment.id);
  if (!thread || !id) return undefined;
  // The event of a pull request carries no head; our own body names the track, and the ledger has the last word.
  const issue = raw.pull_request ? issueOfBody(text(raw.body)) : thread;
  if (!issue) return undefined;
  const trigger = readCommands({
    issue,
    thread,
    source: `c${id}`,
    target: { kind: "comment", id },
    body: text(comment.body),
    sender: toSender(event.sender),
    at: instant(comment.created_at),
  });
  return trigger && { issue, trigger };
}

function fromReview(event: Json): Aimed | undefined {
  const review = record(event.review);
  const pull = record(event.pull_request);
  const [thread, id] = [positive(pull.number), positive(review.id)];
  const issue = issueOfBranch(record(pull.head).ref);
  if (!thread || !id || !issue) return undefined;
  const trigger = readCommands({
    issue,
    thread,
    source: `r${id}`,
    body: text(review.body),
    sender: toSender(event.sender),
    at: instant(review.submitted_at),
    ...(text(review.state).toLowerCase() === "approved" ? { approves: text(review.commit_id) } : {}),
  });
  return trigger && { issue, trigger };
}

function fromClosed(event: Json): Aimed | undefined {
  const raw = record(event.pull_request);
  const pull = positive(raw.number);
  const issue = issueOfBranch(record(raw.head).ref);
  return pull && issue ? { issue, trigger: { type: "pull-closed", issue, pull } } : undefined;
}

/** CI spoke about a head of ours. */
function fromChecks(branches: unknown[], sha: unknown): Aimed | undefined {
  const issue = branches.map(issueOfBranch).find((found) => found !== undefined);
  return issue ? { issue, trigger: { type: "checks-changed", issue, sha: text(sha) } } : undefined;
}

/** The issue whose track a branch belongs to. */
export function issueOfBranch(name: unknown): number | undefined {
  const branch = text(name);
  return (trackBranch.parse(branch) ?? taskBranch.parse(branch) ?? rollbackBranch.parse(branch))?.issue;
}

function issueOfBody(body: string): number | undefined {
  const issue = /^[1-9]\d{0,9}(?=\/|$)/.exec(marker.parse(body)?.key ?? "")?.[0];
  return issue === undefined ? undefined : Number(issue);
}

/** Anything odd about a sender makes it a bot: those are refused. */
function toSender(value: unknown): Sender {
  const raw = record(value);
  return { id: positive(raw.id) ?? 0, login: text(raw.login) || "ghost", bot: raw.type !== "User" };
}
