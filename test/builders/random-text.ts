import type { Chance } from "./random.ts";

/** What means something to a parser somewhere: indicators, ends of lines, what cannot be seen, what looks like another type. */
const pieces = [
  ..."\u2028\u2029\u0085\ufeff\u00a0\u200b\r\n\t\0\x07\x7f\u2800\u00ad\ufffe\uffff",
  "\ud800",
  "\udc00",
  "😀",
  ..."^&*!|>%@`'\"#{}[],\\~=<",
  ": ",
  "- ",
  "? ",
  "---",
  "...",
  "null",
  "true",
  "1",
  "0x1",
  ".5",
  "<<",
  "2001-01-01",
  "%YAML",
  "\n\n",
  " \n",
  "\n ",
  "\r\n",
  " ",
  "  ",
  "a",
  "é",
  "word ",
  "  - id: T09",
  "a".repeat(60),
];

/** A text that parsers do not like. */
export function aRandomText(chance: Chance, longest = 7): string {
  return Array.from({ length: chance.number(longest) }, () => chance.pick(pieces)).join("");
}
