import { marker } from "../../core/codec/markers.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { NewComment } from "../../core/ports/github/issues.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { renderNotices } from "../../core/render/notice.ts";
import type { Performer } from "../perform.ts";

/** A comment, found again by its marker in a text of our own. */
export const say: Performer<Extract<Effect, { type: "say" }>> = {
  async probe({ ports, entry, effect }) {
    const found = await findSaid(ports.github, effect.thread, entry.key);
    return found && { type: "commented", comment: found.id, node: found.nodeId };
  },
  async perform({ ports, track, entry, effect }) {
    const body = `${renderNotices(effect.notices, track)}\n\n${marker.format("say", entry.key)}`;
    const { id, nodeId: node } = await ports.github.createComment(effect.thread, body);
    return { type: "commented", comment: id, node };
  },
};

/** The comment that we made under a key. */
export async function findSaid(
  github: GitHubPort,
  thread: number,
  key: string,
): Promise<NewComment | undefined> {
  const text = marker.format("say", key);
  const comments = await github.comments(thread);
  return comments.find((comment) => comment.author.bot && comment.body.includes(text));
}
