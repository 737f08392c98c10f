import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { marker } from "../../../core/codec/markers.ts";
import { parseCommands } from "../../../core/command/parse-commands.ts";
import { parseMarkdown } from "../../../core/text/markdown.ts";
import { neutralise, neutraliseLine } from "../../../core/text/neutralise.ts";

describe("an agent's text in a comment of ours", () => {
  it.each([
    [
      "leaves ordinary words alone",
      "A **bold** word, a list:\n\n- one\n- two",
      "A **bold** word, a list:\n\n- one\n- two",
    ],
    ["mentions nobody", "ask @octocat and @org/team", "ask `@octocat` and `@org/team`"],
    ["mentions nobody by entity or escape", "&#64;a \\@b &commat;c", "`@a` `@b` `@c`"],
    ["mentions nobody around a comment", "@<!-- -->octocat", "`@octocat`"],
    [
      "closes nothing",
      "Fixes #12, **closes** o/r#3, resolves GH-4",
      "Fixes `#12`, **closes** `o/r#3`, resolves `GH-4`",
    ],
    [
      "links no other issue",
      "fixes https://github.com/o/r/issues/1",
      "fixes `https://github.com/o/r/issues/1`",
    ],
    ["loads no image", "![x](https://evil.example/?q=1)", "`image: x https://evil.example/?q=1`"],
    [
      "loads no image by reference",
      "![x][a]\n\n[a]: https://evil.example",
      "`image: x`\n\n`a: https://evil.example`",
    ],
    ["shows where a link goes", "[our site](https://evil.example)", "our site (`https://evil.example`)"],
    ["shows HTML as text", "Array<string> <img src=x>", "Array`<string>` `<img src=x>`"],
    ["hides nothing", "seen <!-- unseen -->", "seen"],
    ["gives no command", "/approve\nand\n/cancel now", "`/approve`\nand\n`/cancel` now"],
    ["offers no button", "```suggestion\nrm -rf\n```", "```\nrm -rf\n```"],
    ["keeps code as it is", "```ts\n@Injectable() // #12\n```", "```ts\n@Injectable() // #12\n```"],
    ["closes what it opened", "```ts\nnever closed", "```ts\nnever closed\n```"],
    ["drops what cannot be seen", "a\u202eb\u{e0041}", "ab"],
    ["is empty when nothing is left", "<!-- x -->", ""],
  ])("%s", (_what, text, expected) => {
    expect(neutralise(text)).toBe(expected);
  });

  it.each([
    "<!-- gsd:track 1 -->",
    "`<!-- gsd:track 1 -->`",
    "```\n<!-- gsd:track 1 -->\n```",
    "    <!-- gsd:track 1 -->",
    "<<!-- -->!-- gsd:track 1 -->",
    "[x](<<!-- gsd:track 1 -->>)",
    "&lt;!-- gsd:track 1 -->",
  ])("holds no marker of ours: %j", (text) => {
    expect(marker.parse(neutralise(text))).toBeUndefined();
    expect(neutralise(text)).not.toContain("<!--");
  });

  it("is harmless and stable for whatever is thrown together", () => {
    const next = random(42);
    for (let round = 0; round < 1_500; round++) {
      const text = Array.from({ length: 1 + (next() % 14) }, () => pieces[next() % pieces.length]).join("");
      const once = neutralise(text);
      expect(neutralise(once), JSON.stringify(text)).toBe(once);
      expect(findLive(parseMarkdown(once)), JSON.stringify(text)).toBeUndefined();
      expect(parseCommands(once), JSON.stringify(text)).toEqual({ commands: [], mistakes: [] });
    }
  });
});

describe("an agent's words in a title of ours", () => {
  it.each([
    ["Add snake_case to *args", "Add snake_case to *args"],
    ["Fixes #12 for @octocat", "Fixes `#12` for `@octocat`"],
    ["/approve\nall `now`", "`/approve` all now"],
    ["a <!-- gsd:track 1 --> b\u202e", "a <! -- gsd:track 1 --> b"],
  ])("writes %j as %j, and no differently the second time", (text, expected) => {
    expect(neutraliseLine(text)).toBe(expected);
    expect(neutraliseLine(expected)).toBe(expected);
  });

  it("is harmless and stable for whatever is thrown together", () => {
    const next = random(43);
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: 1 + (next() % 14) }, () => pieces[next() % pieces.length]).join("");
      const once = neutraliseLine(text);
      expect(neutraliseLine(once), JSON.stringify(text)).toBe(once);
      expect(once.replaceAll(/`[^`]*`/g, ""), JSON.stringify(text)).not.toMatch(/@[a-z0-9]|#\d|\n|<!--/i);
    }
  });
});

const pieces =
  "@user|#12|fixes |<!--|-->|`|``|```\n|\n|\n\n| |  |*|**|_|[|]|(|)|!|https://e.com|/approve|<b>|</b>|<|&#64;|\\|> |- |1. |# |~~|a|b.|&amp;|    |\t|---\n|[a]: x|[^1]|[^1]: |www.a.b|x@y.z|<!-- gsd:say 1 -->|\u200b|=|+|~|GH-3|&|#|@|user|$|{|}|:|\"|'|0"
    .split("|")
    .concat("|", "| - |\n");

function random(start: number): () => number {
  let seed = start;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Anything in the text, as read back, that GitHub would act on. */
function findLive(node: Nodes): string | undefined {
  const acting = ["html", "image", "link", "linkReference", "imageReference", "definition"];
  if (acting.includes(node.type)) return node.type;
  if (node.type === "text" && /@[a-z0-9]|#\d|https?:\/\/\w|GH-\d/i.test(node.value)) return node.value;
  if (!("children" in node)) return undefined;
  return node.children.map(findLive).find((found) => found !== undefined);
}
