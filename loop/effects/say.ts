import { marker } from "../../core/codec/markers.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Performer } from "../perform.ts";

/** A comment, found again by its marker in a text of our own. */
export const say: Performer<Extract<Effect, { type: "say" }>> = {
  async probe({ ports, entry, effect }) {
    const text = marker.format("say", entry.key);
    const comments = await ports.github.comments(effect.thread);
    const found = comments.find((comment) => comment.author.bot && comment.body.includes(text));
    return found && { comment: found.id };
  },
  async perform({ ports, entry, effect }) {
    const body = `${effect.body}\n\n${marker.format("say", entry.key)}`;
    return { comment: await ports.github.createComment(effect.thread, body) };
  },
};
