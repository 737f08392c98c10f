import type { Milestone } from "../state/issue.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { simpleUser } from "./user.ts";

/** GitHub's `milestone`. */
export function milestoneShape(world: World, repo: Repo, milestone: Milestone) {
  const url = `${world.urls.api}/repos/${repo.fullName}/milestones/${milestone.number}`;
  const issues = [...repo.issues.values()].filter((issue) => issue.milestone === milestone.number);
  const open = issues.filter((issue) => issue.state === "open").length;
  return {
    url,
    html_url: `${world.urls.server}/${repo.fullName}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: `MI_${milestone.id}`,
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: simpleUser(world, milestone.creator),
    open_issues: open,
    closed_issues: issues.length - open,
    state: milestone.state,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
    due_on: milestone.dueOn,
    closed_at: milestone.closedAt,
  };
}
