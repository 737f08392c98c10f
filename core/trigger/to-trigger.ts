import { marker } from "../codec/markers.ts";
import { mayHoldCommands } from "../command/may-hold-commands.ts";
import type { Sender, ShownText, Trigger } from "../model/trigger.ts";
import { asksForChanges, isApproving, mayConcern } from "./may-concern.ts";
import { issueOfRun } from "./own-run.ts";
import { issueOfHead, type RawEvent } from "./raw-event.ts";
import { instant, type Json, positive, record, text } from "./read-json.ts";
import { type BoardEdit, toBoardEdit } from "./to-board-edit.ts";
import type { Said } from "./to-commented.ts";
import { toTicks } from "./to-ticks.ts";

/** A trigger, or what may become one, with the issue whose track it concerns. */
export interface Aimed {
  issue: number;
  trigger: Trigger | Said | BoardEdit;
  /** The plan's pull request, as the body of a task's says: to be read along, and never believed. */
  plan?: number;
}

/** What an event means to us; undefined for everything that is none of our business. */
export function toTrigger(raw: RawEvent): Aimed | undefined {
  if (!mayConcern(raw)) return undefined;
  const event = record(raw.payload);
  switch (raw.name) {
    case "issues":
      return fromIssues(event);
    case "issue_comment":
      return fromComment(event);
    case "pull_request_review":
      return fromReview(event, issueOfHead(raw));
    case "pull_request":
      return fromPull(event, issueOfHead(raw));
    case "push":
      return fromPush(issueOfHead(raw));
    case "status":
      return fromChecks(event.sha, issueOfHead(raw));
    case "workflow_run":
      return fromRun(event) ?? fromChecks(record(event.workflow_run).head_sha, issueOfHead(raw));
    case "check_suite":
      return fromChecks(record(event.check_suite).head_sha, issueOfHead(raw));
    default:
      return undefined;
  }
}

function fromIssues(event: Json): Aimed | undefined {
  if (event.action === "edited") return fromBoard(event);
  return event.action === "labeled" ? fromLabel(event) : fromIssue(event);
}

/** Whoever edited the dashboard is the sender; of one that is closed, nobody looks at the boxes. */
function fromBoard(event: Json): Aimed | undefined {
  const raw = record(event.issue);
  const issue = positive(raw.number);
  const before = record(record(event.changes).body).from;
  if (!issue || raw.pull_request || raw.state === "closed" || typeof before !== "string") return undefined;
  const after = text(raw.body);
  const sender = toSender(event.sender);
  const trigger = toBoardEdit({ issue, before, after, sender, at: instant(raw.updated_at) });
  return trigger && { issue, trigger };
}

function fromLabel(event: Json): Aimed | undefined {
  const raw = record(event.issue);
  const issue = positive(raw.number);
  if (!issue || raw.pull_request) return undefined;
  const label = text(record(event.label).name);
  const trigger: Extract<Trigger, { type: "issue-labeled" }> = {
    type: "issue-labeled",
    issue,
    label,
    sender: toSender(event.sender),
    at: instant(raw.updated_at),
  };
  const shown = toShown(raw);
  if (shown) trigger.shown = shown;
  return { issue, trigger };
}

function toShown({ title, body }: Json): ShownText | undefined {
  return typeof title === "string" ? { title, body: text(body) } : undefined;
}

function fromIssue(event: Json): Aimed | undefined {
  const raw = record(event.issue);
  const issue = positive(raw.number);
  const change = (["closed", "reopened", "unlabeled"] as const).find((one) => one === event.action);
  if (!issue || raw.pull_request || !change) return undefined;
  return { issue, trigger: { type: "issue-changed", issue, change, sender: toSender(event.sender) } };
}

function fromComment(event: Json): Aimed | undefined {
  const raw = record(event.issue);
  const comment = record(event.comment);
  const thread = positive(raw.number);
  const id = positive(comment.id);
  if (!thread || !id) return undefined;
  const node = text(comment.node_id).slice(0, 200);
  // The event of a pull request carries no head; our own body names the track, and the ledger has the last word.
  const issue = raw.pull_request ? issueOfBody(text(raw.body)) : thread;
  if (!issue) return undefined;
  if (event.action === "edited") return fromForm(event, { issue, thread, comment: id });
  const trigger: Said = {
    type: "said",
    issue,
    thread,
    source: `c${id}`,
    target: node === "" ? { kind: "comment", id } : { kind: "comment", id, node },
    body: text(comment.body),
    sender: toSender(event.sender),
    at: instant(comment.created_at),
  };
  const shown = raw.pull_request ? undefined : toShown(raw);
  if (shown) trigger.shown = shown;
  const plan = raw.pull_request ? planOfBody(text(raw.body)) : undefined;
  return plan === undefined ? { issue, trigger } : { issue, trigger, plan };
}

/** Whoever edited the comment is the sender; what they ticked is what was not ticked before. */
function fromForm(event: Json, place: { issue: number; thread: number; comment: number }): Aimed | undefined {
  const comment = record(event.comment);
  const from = record(record(event.changes).body).from;
  if (typeof from !== "string") return undefined;
  const trigger = toTicks({
    ...place,
    before: from,
    after: text(comment.body),
    sender: toSender(event.sender),
    at: instant(comment.updated_at),
  });
  return trigger && { issue: place.issue, trigger };
}

function fromReview(event: Json, issue: number | undefined): Aimed | undefined {
  const review = record(event.review);
  const pull = record(event.pull_request);
  const [thread, id] = [positive(pull.number), positive(review.id)];
  if (!thread || !id || !issue) return undefined;
  const changed: Aimed = { issue, trigger: { type: "review-changed", issue, pull: thread } };
  if (event.action === "dismissed") return changed;
  const said: Said = {
    type: "said",
    issue,
    thread,
    source: `r${id}`,
    body: text(review.body),
    sender: toSender(event.sender),
    at: instant(review.submitted_at),
  };
  if (isApproving(review)) return { issue, trigger: { ...said, approves: text(review.commit_id) } };
  return asksForChanges(event) && !mayHoldCommands(said.body) ? changed : { issue, trigger: said };
}

function fromPull(event: Json, issue: number | undefined): Aimed | undefined {
  const pull = positive(record(event.pull_request).number);
  if (!pull || !issue) return undefined;
  const sender = toSender(event.sender);
  if (event.action === "reopened") return { issue, trigger: { type: "pull-reopened", issue, pull, sender } };
  return { issue, trigger: { type: "pull-closed", issue, pull } };
}

function fromPush(issue: number | undefined): Aimed | undefined {
  return issue ? { issue, trigger: { type: "branch-pushed", issue } } : undefined;
}

function fromRun(event: Json): Aimed | undefined {
  const ended = issueOfRun(event);
  return ended && { issue: ended.issue, trigger: { type: "run-ended", ...ended } };
}

/** CI spoke about a head of ours. */
function fromChecks(sha: unknown, issue: number | undefined): Aimed | undefined {
  return issue ? { issue, trigger: { type: "checks-changed", issue, sha: text(sha) } } : undefined;
}

function issueOfBody(body: string): number | undefined {
  const issue = /^[1-9]\d{0,9}(?=\/|$)/.exec(marker.parse(body)?.key ?? "")?.[0];
  return issue === undefined ? undefined : Number(issue);
}

function planOfBody(body: string): number | undefined {
  const plan = /\(plan #([1-9]\d{0,9})\)/.exec(body)?.[1];
  return plan === undefined ? undefined : Number(plan);
}

/** Anything odd about a sender makes it a bot: those are refused. */
function toSender(value: unknown): Sender {
  const raw = record(value);
  return { id: positive(raw.id) ?? 0, login: text(raw.login) || "ghost", bot: raw.type !== "User" };
}
