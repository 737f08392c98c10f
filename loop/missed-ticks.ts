import { withoutTicks } from "../core/codec/form-lines.ts";
import { formMark } from "../core/codec/marker-starts.ts";
import type { Track } from "../core/model/track.ts";
import type { Commented, Sender, Trigger } from "../core/model/trigger.ts";
import type { Comment } from "../core/ports/github/issues.ts";
import type { Edit } from "../core/ports/github/people.ts";
import { toTicks } from "../core/trigger/to-ticks.ts";
import type { Ports } from "./ports.ts";

export interface MissedTicks {
  missed: Commented[];
  unclear: Extract<Trigger, { type: "ticks-unclear" }>[];
}

/** Boxes of forms that were ticked, and nobody has counted. Who ticked them is known only where one person alone has edited since we wrote. */
export async function missedTicks(
  { github }: Ports,
  { tracks }: { tracks: Track[] },
  comments: readonly Comment[],
): Promise<MissedTicks> {
  const found: MissedTicks = { missed: [], unclear: [] };
  for (const comment of comments.filter(({ body }) => body.includes(formMark))) {
    const track = tracks.find((one) => one.forms?.some((form) => form.comment === comment.id));
    const ticks = track && toTicks(toEdit(track, comment, nobody));
    if (!ticks || track.handled.some(({ id }) => id === ticks.source)) continue;
    const sender = editorAmong(await github.editsOf(comment.nodeId), comment.author);
    if (sender) found.missed.push({ ...ticks, sender });
    else found.unclear.push({ type: "ticks-unclear", issue: track.issue, comment: comment.id });
  }
  return found;
}

function toEdit(track: Track, comment: Comment, sender: Sender) {
  const { id, thread, body, updatedAt } = comment;
  const before = withoutTicks(body);
  return { issue: track.issue, thread, comment: id, before, after: body, sender, at: updatedAt };
}

/** Whom GitHub does not name may do nothing. */
const nobody: Sender = { id: 0, login: "ghost", bot: true };

/** The one person who has edited since we wrote it last. GitHub tells time in seconds: what is of the same second may be later. */
export function editorAmong(
  edits: readonly Edit[] | undefined,
  author: Comment["author"],
): Sender | undefined {
  if (!edits) return undefined;
  const isOurs = ({ by }: Edit) => by?.bot === true || by?.login === author.login;
  const written =
    edits
      .filter(isOurs)
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? "";
  const others = edits.filter((edit) => !isOurs(edit) && edit.at >= written);
  const [first] = others;
  if (!first?.by || others.some(({ by }) => by?.id !== first.by?.id)) return undefined;
  return first.by;
}
