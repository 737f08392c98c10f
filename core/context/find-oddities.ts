import { mostUnseen, type Oddities } from "../model/oddities.ts";
import { cleanText } from "../text/clean-text.ts";
import { cutText } from "../text/cut-text.ts";
import { findLookalikes } from "./find-lookalikes.ts";
import { findUnseen } from "./find-unseen.ts";

/** The joiner inside of one emoji (👩‍💻): agents do not get it either, but it hides nothing. */
const emojiJoiner =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;

/** What people should know of a text before they let agents work by it; undefined when it is what it seems. */
export function findOddities(text: string): Oddities | undefined {
  const { text: visible, dropped } = cleanText(text.replaceAll(emojiJoiner, ""));
  const lookalikes = findLookalikes(visible);
  const unseen = fitUnseen(findUnseen(visible));
  if (dropped.count + lookalikes.length + unseen.length === 0) return undefined;
  return unseen.length > 0 ? { hidden: dropped, lookalikes, unseen } : { hidden: dropped, lookalikes };
}

/** The same for an issue, which may have nothing but its title. */
export function findIssueOddities({ title, body }: { title: string; body: string }): Oddities | undefined {
  const found = findOddities(`${title}\n${body}`);
  if (body.trim() !== "") return found;
  return { hidden: { count: 0, kinds: [] }, lookalikes: [], ...found, empty: true };
}

/** So much that a warning has room for it; what is cut says so, and how long it is. */
function fitUnseen(pieces: string[]): string[] {
  const { pieces: most, bytes } = mostUnseen;
  const shown =
    pieces.length > most ? [...pieces.slice(0, most - 1), pieces.slice(most - 1).join(" … ")] : pieces;
  return shown.map((piece) => cutText(piece, Math.floor(bytes / shown.length)).replaceAll(/\s+/g, " "));
}
