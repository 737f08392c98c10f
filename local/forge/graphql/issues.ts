import { issueAddress, labelsOf } from "../shapes/issue.ts";
import type { Issue } from "../state/issue.ts";
import { userOf } from "../state/world.ts";
import { commentNode, editNode } from "./comments.ts";
import type { View } from "./git-nodes.ts";
import { timelineConnection } from "./milestones.ts";
import { connection, type Given } from "./reviews.ts";
import type { Node } from "./select.ts";

/** GitHub's `Issue`. */
export function issueNode({ world, repo, actor }: View, issue: Issue): Node {
  return {
    __typename: "Issue",
    id: `I_${issue.id}`,
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    url: issueAddress(world, repo, issue),
    viewerDidAuthor: actor.kind !== "anonymous" && userOf(actor, world).id === issue.user.id,
    lastEditedAt: issue.edits.at(-1)?.at ?? null,
    userContentEdits: (given: Given) =>
      connection("UserContentEditConnection", issue.edits.toReversed(), { given, toNode: editNode }),
    isPinned: repo.pinned.includes(issue.number),
    timelineItems: (page: Record<string, unknown>) => timelineConnection(issue, page),
    comments: ({ first }: Record<string, unknown>) => {
      const found = [...repo.comments.values()].filter((comment) => comment.issue === issue.number);
      const nodes = found.slice(0, Number(first)).map(commentNode);
      return { __typename: "IssueCommentConnection", totalCount: found.length, nodes };
    },
    labels: ({ first }: Record<string, unknown>) => ({
      __typename: "LabelConnection",
      totalCount: issue.labels.length,
      nodes: labelsOf(world, repo, issue)
        .slice(0, Number(first))
        .map(({ name, color }) => ({ __typename: "Label", name, color })),
    }),
  };
}
