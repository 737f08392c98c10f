import { timestamp } from "./clock.ts";
import { emit } from "./emit.ts";
import { commentShape, issueShape } from "./shapes/issue.ts";
import type { Actor } from "./state/account.ts";
import type { Comment } from "./state/issue.ts";
import type { Repo } from "./state/repository.ts";
import { userOf, type World } from "./state/world.ts";

/** Who does something to a comment, and where. */
export interface Commenting {
  world: World;
  repo: Repo;
  actor: Actor;
}

/** Says what happened to a comment. */
export function tellComment(
  { world, repo, actor }: Commenting,
  comment: Comment,
  { action, more }: { action: string; more?: Record<string, unknown> },
): void {
  const issue = issueShape(world, repo, repo.issues.get(comment.issue)!);
  const payload = { issue, comment: commentShape(world, repo, comment), ...more };
  emit(world, repo, { event: "issue_comment", action, actor, payload });
}

/** Changes a comment's text, and says what it was. */
export function editComment(place: Commenting, comment: Comment, body: string): void {
  const from = comment.body;
  comment.body = body;
  comment.updatedAt = timestamp(place.world);
  comment.editedAt = comment.updatedAt;
  comment.edits.push({ user: userOf(place.actor, place.world), at: comment.updatedAt });
  tellComment(place, comment, { action: "edited", more: { changes: { body: { from } } } });
}
