import { timestamp } from "./clock.ts";
import { emit } from "./emit.ts";
import { issueShape, labelShape } from "./shapes/issue.ts";
import { fullPull } from "./shapes/pull.ts";
import { type Actor, appOf } from "./state/account.ts";
import type { Issue, IssueEvent, Label } from "./state/issue.ts";
import type { PullIssue } from "./state/pull.ts";
import type { Repo } from "./state/repository.ts";
import { userOf, type World } from "./state/world.ts";

/** A new issue or pull request, not announced yet. */
export function addIssue(
  world: World,
  repo: Repo,
  actor: Actor,
  content: { title: string; body: string | null },
): Issue {
  const now = timestamp(world);
  const issue: Issue = {
    id: world.nextId(),
    number: ++repo.lastNumber,
    title: content.title,
    body: content.body,
    user: userOf(actor, world),
    app: appOf(actor),
    state: "open",
    stateReason: null,
    labels: [],
    assignees: [],
    events: [],
    milestone: null,
    blockedBy: [],
    subIssues: [],
    reactions: [],
    createdAt: now,
    updatedAt: now,
    edits: [],
    closedAt: null,
    closedBy: null,
  };
  repo.issues.set(issue.number, issue);
  return issue;
}

/** Tells the world about an issue, or about a pull request when it is one. */
export function announce(
  world: World,
  repo: Repo,
  issue: Issue,
  event: { action: string; actor: Actor; more?: Record<string, unknown> },
): void {
  const { action, actor, more } = event;
  if (!issue.pull) {
    emit(world, repo, {
      event: "issues",
      action,
      actor,
      payload: { issue: issueShape(world, repo, issue), ...more },
    });
    return;
  }
  const pull = issue as PullIssue;
  const payload = { number: pull.number, pull_request: fullPull(world, repo, pull), ...more };
  emit(world, repo, { event: "pull_request", action, actor, pull, payload });
}

/** Closes or opens again; nothing when it is so already. */
export function setState(
  world: World,
  repo: Repo,
  issue: Issue,
  change: { state: "open" | "closed"; reason?: string; actor: Actor },
): void {
  if (issue.state === change.state) return;
  const closed = change.state === "closed";
  const now = timestamp(world);
  issue.state = change.state;
  issue.stateReason = issue.pull ? null : closed ? (change.reason ?? "completed") : "reopened";
  issue.closedAt = closed ? now : null;
  issue.closedBy = closed ? userOf(change.actor, world) : null;
  issue.updatedAt = now;
  const event = closed ? "closed" : "reopened";
  issue.events.push(eventOf(world, change.actor, { event }));
  announce(world, repo, issue, { action: event, actor: change.actor });
}

/** Something that GitHub remembers about an issue: who did what, and when. */
export function eventOf(
  world: World,
  actor: Actor,
  what: Pick<IssueEvent, "event" | "label" | "milestone">,
): IssueEvent {
  return {
    id: world.nextId(),
    ...what,
    user: userOf(actor, world),
    app: appOf(actor),
    createdAt: timestamp(world),
  };
}

export const labelKey = (name: string): string => name.toLowerCase();

/** A label of the repository, made when there is none of that name. */
function ensureLabel(world: World, repo: Repo, name: string): Label {
  const known = repo.labels.get(labelKey(name));
  if (known) return known;
  const label = { id: world.nextId(), name, color: "ededed", description: null, default: false };
  repo.labels.set(labelKey(name), label);
  return label;
}

/** Sets an issue's labels; each one that comes or goes is announced. */
export function setLabels(
  world: World,
  repo: Repo,
  issue: Issue,
  change: { names: string[]; actor: Actor },
): void {
  const wanted = labelKeys(world, repo, change.names);
  const added = wanted.filter((key) => !issue.labels.includes(key));
  const removed = issue.labels.filter((key) => !wanted.includes(key));
  if (added.length + removed.length === 0) return;
  issue.updatedAt = timestamp(world);
  issue.labels = wanted;
  announceLabels(world, repo, issue, { keys: removed, action: "unlabeled", actor: change.actor });
  announceLabels(world, repo, issue, { keys: added, action: "labeled", actor: change.actor });
}

/** Keys of labels by name, each once; labels that the repository lacks are made. */
export function labelKeys(world: World, repo: Repo, names: string[]): string[] {
  return [...new Set(names.map((name) => labelKey(ensureLabel(world, repo, name).name)))];
}

export function announceLabels(
  world: World,
  repo: Repo,
  issue: Issue,
  change: { keys: string[]; action: "labeled" | "unlabeled"; actor: Actor },
): void {
  for (const key of change.keys) {
    const label = labelShape(world, repo, repo.labels.get(key)!);
    const { name, color } = label;
    issue.events.push(eventOf(world, change.actor, { event: change.action, label: { name, color } }));
    announce(world, repo, issue, { action: change.action, actor: change.actor, more: { label } });
  }
}

const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)/gi;

/** Closes the issues that a text merged into the default branch says it closes. */
export function closeMentioned(world: World, repo: Repo, text: string, actor: Actor): void {
  for (const [, number] of text.matchAll(CLOSING)) {
    const issue = repo.issues.get(Number(number));
    if (issue && !issue.pull) setState(world, repo, issue, { state: "closed", actor });
  }
}

/** Changes title and body of an issue or pull request, and says what they were. */
export function editTexts(
  { world, repo, actor }: { world: World; repo: Repo; actor: Actor },
  issue: Issue,
  { title, body }: { title?: string; body?: string | null },
): void {
  const changes: Record<string, unknown> = {};
  if (title !== undefined && title !== issue.title) changes["title"] = { from: issue.title };
  if (body !== undefined && body !== issue.body) changes["body"] = { from: issue.body ?? "" };
  if (Object.keys(changes).length === 0) return;
  issue.title = title ?? issue.title;
  issue.updatedAt = timestamp(world);
  if (changes["body"] !== undefined) issue.edits.push({ user: userOf(actor, world), at: issue.updatedAt });
  if (body !== undefined) issue.body = body;
  announce(world, repo, issue, { action: "edited", actor, more: { changes } });
}
