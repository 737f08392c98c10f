import { describe, expect, it } from "vitest";
import { marker } from "../../../core/codec/markers.ts";
import { block, cell, code, codeBlock, inline, logLines, title } from "../../../core/text/foreign.ts";
import { rounds } from "../../builders/rounds.ts";
import { expectHarmless } from "../render/harmless.ts";
import { hostileText, random } from "../render/hostile.ts";

describe("an agent's text in a comment of ours", () => {
  it.each([
    [
      "leaves ordinary words alone",
      "A **bold** word, a list:\n\n- one\n- two",
      "A **bold** word, a list:\n\n- one\n- two",
    ],
    ["mentions nobody", "ask @octocat and @org/team", "ask `@octocat` and `@org/team`"],
    ["mentions nobody by entity or escape", "&#64;a \\@b &commat;c", "`&#64;a` `@b` \\&commat;c"],
    ["mentions nobody around a comment", "@<!-- -->octocat", "@\\<! -- --\\>octocat"],
    ["mentions nobody beside code", "`a`@evil and @`evil`", "`a` `@evil` and @`evil`"],
    ["mentions nobody in bold", "**@evil** and @*evil*", "**`@evil`** and @\\*evil\\*"],
    [
      "links no commit and no address",
      "deadbeef1 evil@deadbeef1 www.e.vil x@y.z",
      "`deadbeef1` `evil@deadbeef1` `www.e.vil` `x@y.z`",
    ],
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
    ["loads no image", "![x](https://evil.example/?q=1)", "image: x (`https://evil.example/?q=1`)"],
    [
      "loads no image by reference",
      "![x][a]\n\n[a]: https://evil.example",
      "!\\[x\\]\\[a\\]\n\n\\[a\\]: `https://evil.example`",
    ],
    ["shows where a link goes", "[our site](https://evil.example)", "our site (`https://evil.example`)"],
    ["shows HTML as text", "Array<string> <img src=x>", "Array\\<string\\> \\<img src=x\\>"],
    ["hides nothing", "seen <!-- unseen -->", "seen \\<! -- unseen --\\>"],
    ["gives no command", "/approve\nand\n/cancel now", "`/approve`\nand\n`/cancel` now"],
    ["offers no button", "```suggestion\nrm -rf\n```", "```\nrm -rf\n```"],
    ["keeps code as it is", "```ts\n@Injectable() // #12\n```", "```ts\n@Injectable() // #12\n```"],
    ["closes what it opened", "```ts\nnever closed", "```ts\nnever closed\n```"],
    ["drops what cannot be seen", "a\u202eb\u{e0041}", "ab"],
    ["is empty when nothing is left", "\u200b\n", ""],
    ["draws no warning of ours", "> [!WARNING]\n> x", "> \\[!WARNING\\]\n> x"],
    ["keeps a table", "a | b\n--|--\n1 | @x", "| a | b |\n|---|---|\n| 1 | `@x` |"],
    ["keeps a list in a list", "1. a\n   - b\n     c\n\n2. d", "1. a\n   - b\n     c\n\n2. d"],
    ["strikes nothing out", "~~a~~ snake_case _b_", "\\~\\~a\\~\\~ snake_case \\_b\\_"],
  ])("%s", (_what, text, expected) => {
    expect(block(text)).toBe(expected);
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
    expect(marker.parse(block(text))).toBeUndefined();
    expect(block(text)).not.toContain("<!--");
  });

  it("is harmless and stable for whatever is thrown together", () => {
    const next = random(42);
    for (let round = 0; round < rounds(1_500); round++) {
      const text = hostileText(next);
      const once = inline(text);
      expect(inline(once), JSON.stringify(text)).toBe(once);
      expectHarmless(block(text), { people: [], numbers: [] });
      expectHarmless(once, { people: [], numbers: [] });
    }
  });
});

describe("an agent's words in a title of ours", () => {
  it.each([
    ["Add snake_case to *args", "Add snake_case to *args"],
    ["Fixes #12 for @octocat", "Fixes # 12 for @ octocat"],
    [
      "closes o/r#3, GH-4: https://github.com/o/r/issues/1",
      "closes o/r# 3, GH- 4: https: //github.com/o/r/issues/1",
    ],
    ["/approve\nall `now`", "approve all `now`"],
    [
      "![x](https://e.vil) [skip ci] www.e.vil deadbeef1",
      "!(x)(https: //e.vil) (skip ci) www .e.vil deadbe…",
    ],
    ["a <!-- gsd:track 1 --> b\u202e", "a <! -- gsd:track 1 --> b"],
  ])("writes %j as %j, and no differently the second time", (text, expected) => {
    expect(title(text)).toBe(expected);
    expect(title(expected)).toBe(expected);
  });

  it("is harmless and stable for whatever is thrown together", () => {
    const next = random(43);
    for (let round = 0; round < rounds(3_000); round++) {
      const text = hostileText(next);
      const once = title(text);
      expect(title(once), JSON.stringify(text)).toBe(once);
      expect(once, JSON.stringify(text)).not.toMatch(/@[a-z0-9]|#\d|GH-\d|:\/\/|\n|<!--|^\//i);
    }
  });
});

describe("a text that is made to be slow", () => {
  const forms = [
    "=\n",
    "~~a",
    "<!--",
    "](",
    "[",
    "`",
    "``` ",
    "```a\n",
    "~~~",
    "> ",
    "- ",
    "* ",
    "\t- x\n",
    "|-",
    "-|\n",
    "**a",
    "\\`",
    "@a",
    "#1",
    "_",
    "a",
    "1. ",
  ];

  it.each(forms)("takes time by its length only: %j", (form) => {
    const text = form.repeat(rounds(200_000) / form.length);
    const start = performance.now();
    for (const place of [block, inline, cell, code, codeBlock, title, logLines]) place(text);
    // Seconds on a busy machine for all of it, where it would be hours if the time grew with the square of the length.
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
