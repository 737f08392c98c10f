import type { Issue, IssueEvent, Milestone } from "../state/issue.ts";
import type { View } from "./git-nodes.ts";
import { connection, type Given } from "./reviews.ts";
import type { Node } from "./select.ts";

type Page = Record<string, unknown>;

/** GitHub's `MilestoneConnection`, as `states` and `orderBy` want it. */
export function milestoneConnection(view: View, page: Page, toIssue: (issue: Issue) => Node): Node {
  const states = (page["states"] ?? ["OPEN", "CLOSED"]) as string[];
  const { field, direction } = (page["orderBy"] ?? {}) as { field?: string; direction?: string };
  const hits = [...view.repo.milestones.values()].filter(({ state }) => states.includes(state.toUpperCase()));
  const sorted = hits.toSorted((a, b) => {
    const later = field === "UPDATED_AT" ? a.updatedAt.localeCompare(b.updatedAt) : 0;
    return later || a.number - b.number;
  });
  const found = direction === "DESC" ? sorted.reverse() : sorted;
  return connection("MilestoneConnection", found, {
    given: page,
    toNode: (one) => milestoneNode(view, one, toIssue),
  });
}

/** GitHub's `Milestone`. */
export function milestoneNode({ repo }: View, milestone: Milestone, toIssue: (issue: Issue) => Node): Node {
  return {
    __typename: "Milestone",
    id: `MI_${milestone.id}`,
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    dueOn: milestone.dueOn,
    state: milestone.state.toUpperCase(),
    updatedAt: milestone.updatedAt,
    issues: (given: Given) => {
      const found = [...repo.issues.values()].filter(
        (issue) => !issue.pull && issue.milestone === milestone.number,
      );
      return connection("IssueConnection", found, { given, toNode: toIssue });
    },
  };
}

const TYPES: Partial<Record<IssueEvent["event"], string>> = {
  labeled: "LABELED_EVENT",
  milestoned: "MILESTONED_EVENT",
};

/** GitHub's `IssueTimelineItemsConnection`, of labels and milestones. */
export function timelineConnection(issue: Issue, page: Page): Node {
  const wanted = (page["itemTypes"] ?? []) as string[];
  const found = issue.events.filter(({ event }) => wanted.includes(TYPES[event] ?? ""));
  const nodes = found.slice(-Number(page["last"])).map(eventNode);
  return { __typename: "IssueTimelineItemsConnection", totalCount: found.length, nodes };
}

function eventNode({ id, event, label, milestone, user, createdAt }: IssueEvent): Node {
  const actor = { __typename: user.type, login: user.login, databaseId: user.id };
  const shared = { id: `EV_${id}`, createdAt, actor };
  if (event === "labeled")
    return {
      __typename: "LabeledEvent",
      ...shared,
      label: { __typename: "Label", name: label?.name, color: label?.color },
    };
  return { __typename: "MilestonedEvent", ...shared, milestoneTitle: milestone?.title };
}
