import { tickedBoxMark } from "../codec/boxes.ts";
import { trackBranch } from "../codec/branches.ts";
import { dashboardMark, formMark } from "../codec/marker-starts.ts";
import { mayHoldCommands } from "../command/may-hold-commands.ts";
import { movesDefault } from "./moves-default.ts";
import { isOwnRun } from "./own-run.ts";
import { issueOfHead, type RawEvent } from "./raw-event.ts";
import { type Json, record, text } from "./read-json.ts";

/** Whether an event can mean something to us. Imports next to nothing: most events end here. */
export function mayConcern(raw: RawEvent): boolean {
  const event = record(raw.payload);
  switch (raw.name) {
    case "issues":
      if (event.action === "edited") return mayTickBoard(event);
      return ["labeled", "unlabeled", "closed", "reopened"].includes(text(event.action));
    case "issue_comment":
      return event.action === "edited" ? mayTick(event) : mayCommand(event);
    case "pull_request_review":
      return mayDecide(event) && hasTrack(raw);
    case "pull_request":
      return (event.action === "closed" || event.action === "reopened") && hasTrack(raw);
    case "push":
      return movesDefault(raw) || movesTrack(event);
    case "status":
      // Our own statuses say what we know already.
      return !text(event.context).startsWith("gsd/") && hasTrack(raw);
    case "workflow_run":
      return event.action === "completed" && (isOwnRun(event) || hasTrack(raw));
    case "check_suite":
      // Of GitHub Actions, `workflow_run` tells.
      return event.action === "completed" && !isOfActions(event) && hasTrack(raw);
    default:
      return false;
  }
}

function mayCommand({ action, comment }: Json): boolean {
  return action === "created" && mayHoldCommands(text(record(comment).body));
}

/** Somebody ticked a box in questions of ours; of other comments, only what they said first counts. */
function mayTick({ comment }: Json): boolean {
  const body = text(record(comment).body);
  return body.includes(formMark) && /^- \[x\] /im.test(body);
}

/** Somebody ticked a box in what looks like our dashboard; any other edit of an issue is none of our business. */
function mayTickBoard({ issue }: Json): boolean {
  const body = text(record(issue).body);
  return body.includes(dashboardMark) && tickedBoxMark.test(body);
}

function isOfActions(event: Json): boolean {
  return record(record(event.check_suite).app).slug === "github-actions";
}

/** Whether a review approves. GitHub writes the state in small letters in events, and in capitals elsewhere. */
export function isApproving(review: Json): boolean {
  return text(review.state).toLowerCase() === "approved";
}

/** Whether a review asks for changes to a whole track, which may be called ready by now. To a task they count when it is merged. */
export function asksForChanges({ review, pull_request: pull }: Json): boolean {
  if (text(record(review).state).toLowerCase() !== "changes_requested") return false;
  return trackBranch.parse(text(record(record(pull).head).ref)) !== undefined;
}

/** A review that is dismissed holds nothing any more. */
function mayDecide(event: Json): boolean {
  const review = record(event.review);
  if (event.action === "dismissed") return true;
  if (event.action !== "submitted") return false;
  return isApproving(review) || asksForChanges(event) || mayHoldCommands(text(review.body));
}

/** What a program pushed was us, or is seen by the next tick. */
function movesTrack(event: Json): boolean {
  return record(event.sender).type === "User" && event.deleted !== true && hasTrackBranch(event);
}

function hasTrackBranch(event: Json): boolean {
  return trackBranch.parse(text(event.ref).replace(/^refs\/heads\//, "")) !== undefined;
}

function hasTrack(raw: RawEvent): boolean {
  return issueOfHead(raw) !== undefined;
}
