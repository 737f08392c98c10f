/** What was taken out of a text, so that the drop can be reported. */
export interface Dropped {
  count: number;
  kinds: string[];
}

/** Nearly every text, and one that can be told without the tables of Unicode, which take as long to load as much of a start. */
const plain = /^[\n\t\x20-\x7e]*$/;
/** Letters, marks, numbers, punctuation, symbols and spaces; of these, nothing that is made to be invisible. */
const allowed = /[[\n\t\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;
const foreign = /[^\n\t\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|\p{Default_Ignorable_Code_Point}|\u2800/v;
const emojiSelector = "\u{fe0f}";
const emojiSelectors = /(?<=\p{Extended_Pictographic})\u{fe0f}|(?<=[0-9#*])\u{fe0f}(?=\u{20e3})/gv;

/** Keeps what a reader can see. Cleaning a clean text changes nothing. */
export function cleanText(text: string): { text: string; dropped: Dropped } {
  if (plain.test(text)) return { text, dropped: { count: 0, kinds: [] } };
  const points = [...text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")];
  const kept: string[] = [];
  const kinds = new Set<string>();
  let count = 0;
  for (const [index, point] of points.entries()) {
    if (allowed.test(point) || isEmojiSelector(point, kept.at(-1), points[index + 1])) {
      kept.push(point);
      continue;
    }
    kinds.add(kindOf(point));
    count += 1;
  }
  return { text: kept.join(""), dropped: { count, kinds: [...kinds].sort() } };
}

/** Whether cleaning would change nothing; in one go, for many and long texts. */
export function isClean(text: string): boolean {
  return !foreign.test(text.replaceAll(emojiSelectors, ""));
}

/** "Show this as an emoji", where there is one to show. */
function isEmojiSelector(point: string, before: string | undefined, after: string | undefined): boolean {
  if (point !== emojiSelector || before === undefined) return false;
  return /\p{Extended_Pictographic}/v.test(before) || (/[0-9#*]/.test(before) && after === "\u{20e3}");
}

const kinds: [string, RegExp][] = [
  ["tag characters", /[\u{e0000}-\u{e007f}]/v],
  ["text direction controls", /\p{Bidi_Control}/v],
  ["variation selectors", /\p{Variation_Selector}/v],
  ["format characters", /\p{Cf}/v],
  ["control characters", /\p{Cc}/v],
  ["private-use characters", /\p{Co}/v],
  ["broken characters", /\p{Cs}/v],
  ["unassigned characters", /\p{Cn}/v],
];

function kindOf(point: string): string {
  return kinds.find(([, pattern]) => pattern.test(point))?.[0] ?? "invisible characters";
}
