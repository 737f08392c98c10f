import type { Chance } from "./random.ts";
import { aRandomText } from "./random-text.ts";

/** What documents are made of, whole and in halves. */
const blocks = [
  "# A",
  "## Requirements",
  "### x",
  "- a",
  "- b\n  - c",
  "* d",
  "1. e",
  "2) f",
  "> q",
  "```\ncode\n```",
  "    code",
  "b *c* d",
  "**e**",
  "_f_",
  "`g`",
  "[h](i)",
  "![j](k)",
  "<b>l</b>",
  "<!-- m -->",
  "| a | b |\n|---|---|\n| c | d |",
  "---",
  "===",
  "~~n~~",
  "~o~",
  "[^1]",
  "[^1]: note",
  "[ref]",
  "[ref]: http://x",
  "https://example.org/a_b",
  "www.example.org",
  "a@b.c",
  "&amp;",
  "\\*",
  "a  \nb",
  "a\\\nb",
  "- [ ] t",
  "- [x] u",
  "word_with_under",
  "5 * 3",
  "#no",
  "1986\\. a",
  "~~~",
  "<div>\n\nx\n\n</div>",
  "a|b",
  "\t- tab",
  "    - deep",
  ..."*_[]()!`<>&\\~:@|#",
];

/** A document of random pieces, some of which open what nobody closes. */
export function aRandomDocument(chance: Chance, longest = 9): string {
  return Array.from({ length: 1 + chance.number(longest) }, () => {
    const block = chance.oneIn(6) ? aRandomText(chance, 4) : chance.pick(blocks);
    return block + chance.pick(["\n\n", "\n", " ", ""]);
  }).join("");
}
