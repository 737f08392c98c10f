import { optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { announce, eventOf } from "../issue-actions.ts";
import { created, found, invalid, noContent, ok, pages } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { milestoneShape } from "../shapes/milestone.ts";
import type { Issue, Milestone } from "../state/issue.ts";
import { userOf } from "../state/world.ts";

const repo = "/repos/{owner}/{repo}";

export const milestoneRoutes: Routes = {
  [`GET ${repo}/milestones`]: listMilestones,
  [`POST ${repo}/milestones`]: createMilestone,
  [`GET ${repo}/milestones/{milestone_number}`]: (call) =>
    ok(milestoneShape(call.world, call.repo, milestoneOf(call))),
  [`PATCH ${repo}/milestones/{milestone_number}`]: updateMilestone,
  [`DELETE ${repo}/milestones/{milestone_number}`]: deleteMilestone,
};

function milestoneOf(call: Call): Milestone {
  return found(call.repo.milestones.get(Number(call.params["milestone_number"])));
}

function listMilestones({ world, repo, query }: Call) {
  const state = query.get("state") ?? "open";
  const hits = [...repo.milestones.values()].filter((one) => state === "all" || one.state === state);
  return pages(hits.map((milestone) => milestoneShape(world, repo, milestone)));
}

function createMilestone(call: Call) {
  const { world, repo, actor, body } = call;
  const title = text(body, "title", "Milestone");
  requireFree(call, title);
  const now = timestamp(world);
  const milestone: Milestone = {
    id: world.nextId(),
    number: Math.max(0, ...repo.milestones.keys()) + 1,
    title,
    description: optionalText(body, "description", "Milestone") ?? null,
    state: "open",
    dueOn: dueIn(call) ?? null,
    creator: userOf(actor, world),
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  };
  repo.milestones.set(milestone.number, milestone);
  return created(milestoneShape(world, repo, milestone));
}

/** Titles are told apart by case, as on GitHub, and used once. */
function requireFree({ repo }: Call, title: string, own?: Milestone): void {
  const taken = [...repo.milestones.values()].some((one) => one !== own && one.title === title);
  if (taken) throw invalid({ resource: "Milestone", code: "already_exists", field: "title" });
}

/** GitHub keeps a day of what it is given, at a time of its own. */
function dueIn({ body }: Call): string | null | undefined {
  if (body["due_on"] === null) return null;
  const due = optionalText(body, "due_on", "Milestone");
  if (due === undefined) return undefined;
  if (Number.isNaN(Date.parse(due)))
    throw invalid({ resource: "Milestone", code: "invalid", field: "due_on" });
  return `${due.slice(0, 10)}T08:00:00Z`;
}

function updateMilestone(call: Call) {
  const { world, repo, body } = call;
  const milestone = milestoneOf(call);
  const title = optionalText(body, "title", "Milestone");
  if (title !== undefined) requireFree(call, title, milestone);
  const due = dueIn(call);
  const state = optionalText(body, "state", "Milestone");
  milestone.updatedAt = timestamp(world);
  milestone.title = title ?? milestone.title;
  if (due !== undefined) milestone.dueOn = due;
  if (state === "open" || state === "closed") {
    milestone.state = state;
    milestone.closedAt = state === "closed" ? milestone.updatedAt : null;
  }
  return ok(milestoneShape(world, repo, milestone));
}

/** Its issues stay, without a milestone. */
function deleteMilestone(call: Call) {
  const { number } = milestoneOf(call);
  for (const issue of call.repo.issues.values()) if (issue.milestone === number) issue.milestone = null;
  call.repo.milestones.delete(number);
  return noContent();
}

/** Puts an issue into a milestone, or takes it out. */
export function setMilestone({ world, repo, actor }: Call, issue: Issue, wanted: unknown): void {
  const milestone = wanted === null ? null : repo.milestones.get(Number(wanted));
  if (milestone === undefined) throw invalid({ resource: "Issue", code: "invalid", field: "milestone" });
  if (issue.milestone === (milestone?.number ?? null)) return;
  const now = timestamp(world);
  const before = issue.milestone === null ? undefined : repo.milestones.get(issue.milestone);
  const moves = [
    { event: "demilestoned" as const, milestone: before },
    { event: "milestoned" as const, milestone },
  ];
  issue.milestone = milestone?.number ?? null;
  issue.updatedAt = now;
  for (const { event, milestone: moved } of moves) {
    if (!moved) continue;
    moved.updatedAt = now;
    issue.events.push(eventOf(world, actor, { event, milestone: { title: moved.title } }));
    announce(world, repo, issue, {
      action: event,
      actor,
      more: { milestone: milestoneShape(world, repo, moved) },
    });
  }
}
