import { marker } from "../../core/codec/markers.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { NewComment } from "../../core/ports/github/issues.ts";
import { renderNotices } from "../../core/render/notice.ts";
import { isOurVoice } from "../is-our-voice.ts";
import type { Performer } from "../perform.ts";
import type { Ports } from "../ports.ts";

/** A comment, found again by its marker in a text of our own. */
export const say: Performer<Extract<Effect, { type: "say" }>> = {
  async probe({ ports, entry, effect }) {
    const found = await findSaid(ports, effect.thread, entry.key);
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
  ports: Pick<Ports, "github" | "voices">,
  thread: number,
  key: string,
): Promise<NewComment | undefined> {
  const text = marker.format("say", key);
  const comments = await ports.github.comments(thread);
  return comments.find((comment) => isOurVoice(ports, comment.author) && comment.body.includes(text));
}
