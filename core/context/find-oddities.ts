import { cleanText, type Dropped } from "../text/clean-text.ts";
import { findLookalikes } from "./find-lookalikes.ts";

/** What is not what it seems in a text that agents get: characters that were taken out, words to look at twice. */
export interface Oddities {
  hidden: Dropped;
  lookalikes: string[];
}

/** Loose on purpose: what we stored ourselves must never keep a track from being read. */
export const odditiesSchema = {
  type: "object",
  required: ["hidden", "lookalikes"],
  properties: {
    hidden: {
      type: "object",
      required: ["count", "kinds"],
      properties: {
        count: { type: "integer", minimum: 0 },
        kinds: { type: "array", items: { type: "string" } },
      },
    },
    lookalikes: { type: "array", items: { type: "string" } },
  },
} as const;

/** The joiner inside of one emoji (👩‍💻): agents do not get it either, but it hides nothing. */
const emojiJoiner =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;

/** What people should know of a text before they let agents work by it; undefined when it is what it seems. */
export function findOddities(text: string): Oddities | undefined {
  const { text: visible, dropped } = cleanText(text.replaceAll(emojiJoiner, ""));
  const lookalikes = findLookalikes(visible);
  return dropped.count > 0 || lookalikes.length > 0 ? { hidden: dropped, lookalikes } : undefined;
}
