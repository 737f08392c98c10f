import type { Oddities } from "../model/oddities.ts";
import { cleanText } from "../text/clean-text.ts";
import { findLookalikes } from "./find-lookalikes.ts";

/** The joiner inside of one emoji (👩‍💻): agents do not get it either, but it hides nothing. */
const emojiJoiner =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;

/** What people should know of a text before they let agents work by it; undefined when it is what it seems. */
export function findOddities(text: string): Oddities | undefined {
  const { text: visible, dropped } = cleanText(text.replaceAll(emojiJoiner, ""));
  const lookalikes = findLookalikes(visible);
  return dropped.count > 0 || lookalikes.length > 0 ? { hidden: dropped, lookalikes } : undefined;
}
