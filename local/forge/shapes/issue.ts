import type { Comment, Issue, IssueEvent, Label, Reaction } from "../state/issue.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { integrationOrNull } from "./app.ts";
import { milestoneShape } from "./milestone.ts";
import { association, simpleUser } from "./user.ts";

const CONTENTS = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];

export function reactionRollup(url: string, reactions: Reaction[]) {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length;
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    ...Object.fromEntries(CONTENTS.map((content) => [content, count(content)])),
  };
}

export function reactionShape(world: World, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: `REA_${reaction.id}`,
    user: simpleUser(world, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

/** An event of an issue; of GitHub's many kinds the forge keeps those of labels and of closing. */
export function issueEventShape(world: World, repo: Repo, event: IssueEvent) {
  return {
    id: event.id,
    node_id: `LE_${event.id}`,
    url: `${world.urls.api}/repos/${repo.fullName}/issues/events/${event.id}`,
    actor: simpleUser(world, event.user),
    event: event.event,
    commit_id: null,
    commit_url: null,
    created_at: event.createdAt,
    performed_via_github_app: integrationOrNull(world, event.app),
    ...(event.label ? { label: event.label } : {}),
    ...(event.milestone ? { milestone: event.milestone } : {}),
  };
}

export function labelShape(world: World, repo: Repo, label: Label) {
  return {
    id: label.id,
    node_id: `LA_${label.id}`,
    url: `${world.urls.api}/repos/${repo.fullName}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: label.default,
    description: label.description,
  };
}

export function labelsOf(world: World, repo: Repo, issue: Issue) {
  return issue.labels.flatMap((key) => {
    const label = repo.labels.get(key);
    return label ? [labelShape(world, repo, label)] : [];
  });
}

/** GitHub's `issue`; pull requests are issues too. */
export function issueShape(world: World, repo: Repo, issue: Issue) {
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const url = `${api}/issues/${issue.number}`;
  const comments = [...repo.comments.values()].filter((comment) => comment.issue === issue.number).length;
  return {
    id: issue.id,
    node_id: issue.pull ? `PR_${issue.pull.id}` : `I_${issue.id}`,
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: issueAddress(world, repo, issue),
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason,
    title: issue.title,
    body: issue.body,
    user: simpleUser(world, issue.user),
    labels: labelsOf(world, repo, issue),
    assignee: issue.assignees[0] ? simpleUser(world, issue.assignees[0]) : null,
    assignees: issue.assignees.map((user) => simpleUser(world, user)),
    milestone: milestoneOf(world, repo, issue),
    locked: false,
    active_lock_reason: null,
    comments,
    closed_at: issue.closedAt,
    closed_by: issue.closedBy ? simpleUser(world, issue.closedBy) : null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: association(repo, issue.user),
    performed_via_github_app: integrationOrNull(world, issue.app),
    reactions: reactionRollup(url, issue.reactions),
    ...(issue.pull ? {} : linkSummaries(repo, issue)),
    ...pullPart(world, repo, issue),
  };
}

function milestoneOf(world: World, repo: Repo, { milestone }: Issue) {
  const found = milestone === null ? undefined : repo.milestones.get(milestone);
  return found ? milestoneShape(world, repo, found) : null;
}

/** How many issues block it, and how many sub-issues it has; open ones count apart. */
function linkSummaries(repo: Repo, issue: Issue) {
  const isOpen = (number: number) => repo.issues.get(number)?.state === "open";
  const blocking = [...repo.issues.values()].filter((one) => one.blockedBy.includes(issue.number));
  const total = issue.subIssues.length;
  const completed = issue.subIssues.filter((number) => !isOpen(number)).length;
  return {
    sub_issues_summary: {
      total,
      completed,
      percent_completed: total === 0 ? 0 : Math.floor((completed / total) * 100),
    },
    issue_dependencies_summary: {
      blocked_by: issue.blockedBy.filter(isOpen).length,
      total_blocked_by: issue.blockedBy.length,
      blocking: blocking.filter((one) => isOpen(one.number)).length,
      total_blocking: blocking.length,
    },
  };
}

function pullPart(world: World, repo: Repo, issue: Issue) {
  if (!issue.pull) return {};
  const page = issueAddress(world, repo, issue);
  return {
    draft: issue.pull.draft,
    pull_request: {
      url: `${world.urls.api}/repos/${repo.fullName}/pulls/${issue.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: issue.pull.mergedAt,
    },
  };
}

/** The page of an issue or pull request. */
export function issueAddress(world: World, repo: Repo, issue: Issue): string {
  return `${world.urls.server}/${repo.fullName}/${issue.pull ? "pull" : "issues"}/${issue.number}`;
}

/** GitHub's `issue-comment`. */
export function commentShape(world: World, repo: Repo, comment: Comment) {
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const url = `${api}/issues/comments/${comment.id}`;
  const issue = repo.issues.get(comment.issue)!;
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url,
    html_url: `${issueAddress(world, repo, issue)}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${comment.issue}`,
    user: simpleUser(world, comment.user),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: association(repo, comment.user),
    performed_via_github_app: integrationOrNull(world, comment.app),
    reactions: reactionRollup(url, comment.reactions),
  };
}
