import { markdown, optionalText, text, texts } from "../body.ts";
import {
  addIssue,
  announce,
  announceLabels,
  editTexts,
  labelKeys,
  setLabels,
  setState,
} from "../issue-actions.ts";
import { hasRole } from "../permissions.ts";
import { created, found, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { issueEventShape, issueShape } from "../shapes/issue.ts";
import type { User } from "../state/account.ts";
import type { Issue } from "../state/issue.ts";
import { findUser, userOf } from "../state/world.ts";
import { setMilestone } from "./milestones.ts";

const repo = "/repos/{owner}/{repo}";

export const issueRoutes: Routes = {
  [`GET ${repo}/issues`]: listIssues,
  [`POST ${repo}/issues`]: createIssue,
  [`GET ${repo}/issues/{issue_number}`]: (call) => ok(issueShape(call.world, call.repo, issueOf(call))),
  [`PATCH ${repo}/issues/{issue_number}`]: updateIssue,
  [`GET ${repo}/issues/{issue_number}/events`]: (call) =>
    pages(issueOf(call).events.map((event) => issueEventShape(call.world, call.repo, event))),
};

/** The issue or pull request that the address names. */
export function issueOf(call: Call): Issue {
  return found(call.repo.issues.get(Number(call.params["issue_number"])));
}

function listIssues(call: Call) {
  const { query } = call;
  const state = query.get("state") ?? "open";
  const labels = (query.get("labels") ?? "").toLowerCase().split(",").filter(Boolean);
  const since = query.get("since");
  const creator = query.get("creator");
  const hits = [...call.repo.issues.values()].filter(
    (issue) =>
      (state === "all" || issue.state === state) &&
      labels.every((label) => issue.labels.includes(label)) &&
      isInMilestone(issue, query.get("milestone")) &&
      (!creator || issue.user.login === creator) &&
      (!since || Date.parse(issue.updatedAt) >= Date.parse(since)),
  );
  const key = query.get("sort") === "updated" ? "updatedAt" : "createdAt";
  const sorted = hits.toSorted((a, b) => a[key].localeCompare(b[key]) || a.number - b.number);
  if (query.get("direction") !== "asc") sorted.reverse();
  return pages(sorted.map((issue) => issueShape(call.world, call.repo, issue)));
}

function isInMilestone({ milestone }: Issue, wanted: string | null): boolean {
  if (wanted === null) return true;
  if (wanted === "none") return milestone === null;
  return wanted === "*" ? milestone !== null : milestone === Number(wanted);
}

function createIssue(call: Call) {
  const { world, repo, actor, body } = call;
  const issue = addIssue(world, repo, actor, {
    title: text(body, "title", "Issue"),
    body: markdown(body, "Issue") ?? null,
  });
  // GitHub drops labels and assignees in silence when the opener may not set them.
  if (maySort(call)) {
    issue.assignees = usersOf(call, texts(body, "assignees") ?? []);
    issue.labels = labelKeys(world, repo, texts(body, "labels") ?? []);
  }
  announce(world, repo, issue, { action: "opened", actor });
  announceLabels(world, repo, issue, { keys: issue.labels, action: "labeled", actor });
  return created(issueShape(world, repo, issue));
}

function maySort({ repo, actor }: Call): boolean {
  return actor.kind !== "user" || hasRole(repo, actor.user.login, "triage");
}

function usersOf(call: Call, logins: string[]): User[] {
  return logins.flatMap((login) => findUser(call.world, login) ?? []);
}

function updateIssue(call: Call) {
  const { world, repo, actor, body } = call;
  const issue = issueOf(call);
  const own = issue.user.id === userOf(actor, world).id;
  if (!own && !maySort(call)) throw new Refusal(403, "Must have admin rights to Repository.");
  editTexts(call, issue, textsIn(call));
  const labels = texts(body, "labels");
  if (labels && maySort(call)) setLabels(world, repo, issue, { names: labels, actor });
  const assignees = texts(body, "assignees");
  if (assignees && maySort(call)) issue.assignees = usersOf(call, assignees);
  if ("milestone" in body && maySort(call)) setMilestone(call, issue, body["milestone"]);
  const state = optionalText(body, "state", "Issue");
  const reason = optionalText(body, "state_reason", "Issue");
  if (state === "open" || state === "closed") setState(world, repo, issue, { state, reason, actor });
  return ok(issueShape(world, repo, issue));
}

/** The texts that a request changes. */
export function textsIn({ body }: Call): { title?: string; body?: string | null } {
  const title = optionalText(body, "title", "Issue");
  const text = markdown(body, "Issue");
  return { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { body: text }) };
}
