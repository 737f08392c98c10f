import { text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { created, found, invalid, noContent, ok, pages } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { reactionShape } from "../shapes/issue.ts";
import type { Reaction } from "../state/issue.ts";
import { userOf } from "../state/world.ts";
import { commentOf } from "./comments.ts";
import { issueOf } from "./issues.ts";
import { reviewCommentOf } from "./review-comments.ts";

const CONTENTS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"];
const repo = "/repos/{owner}/{repo}";
const targets: Record<string, (call: Call) => { reactions: Reaction[] }> = {
  [`${repo}/issues/{issue_number}`]: issueOf,
  [`${repo}/issues/comments/{comment_id}`]: commentOf,
  [`${repo}/pulls/comments/{comment_id}`]: reviewCommentOf,
};

export const reactionRoutes: Routes = Object.fromEntries(
  Object.entries(targets).flatMap(([path, target]) => [
    [`GET ${path}/reactions`, (call: Call) => list(call, target(call).reactions)],
    [`POST ${path}/reactions`, (call: Call) => react(call, target(call).reactions)],
    [`DELETE ${path}/reactions/{reaction_id}`, (call: Call) => remove(call, target(call).reactions)],
  ]),
);

function list(call: Call, reactions: Reaction[]) {
  const content = call.query.get("content");
  const hits = reactions.filter((reaction) => !content || reaction.content === content);
  return pages(hits.map((reaction) => reactionShape(call.world, reaction)));
}

/** The same reaction by the same account counts once: 200 instead of 201. */
function react(call: Call, reactions: Reaction[]) {
  const { world, actor } = call;
  const content = text(call.body, "content", "Reaction");
  if (!CONTENTS.includes(content)) throw invalid({ resource: "Reaction", field: "content", code: "invalid" });
  const user = userOf(actor, world);
  const known = reactions.find((reaction) => reaction.content === content && reaction.user.id === user.id);
  if (known) return ok(reactionShape(world, known));
  const reaction = { id: world.nextId(), user, content, createdAt: timestamp(world) };
  reactions.push(reaction);
  return created(reactionShape(world, reaction));
}

function remove(call: Call, reactions: Reaction[]) {
  const index = reactions.findIndex((reaction) => reaction.id === Number(call.params["reaction_id"]));
  found(reactions[index]);
  reactions.splice(index, 1);
  return noContent();
}
