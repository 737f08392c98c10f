import { describe, expect, it } from "vitest";
import { collectWords, type Discussion, type Listening } from "../../../core/decide/collect-words.ts";
import type { OpenThread } from "../../../core/ports/github/pulls.ts";
import { at, sha } from "../../builders/a-track.ts";

const ben = { id: 3, login: "ben", bot: false };
const visitor = { id: 2, login: "vic", bot: false };
const robot = { id: 9, login: "robot", bot: true };
const listening: Listening = {
  writers: new Set(["ben", "mia", "robot"]),
  requests: [],
  since: at(-60),
  source: "c1",
};

function discussion(fields: Partial<Discussion>): Discussion {
  return { threads: [], unread: 0, reviews: [], comments: [], ...fields };
}

function aReview(id: number, body: string, fields = {}) {
  return {
    id,
    nodeId: `PRR_${id}`,
    state: "commented",
    body,
    commit: sha("a1"),
    author: ben,
    at: at(-10),
    ...fields,
  };
}

function aComment(id: number, body: string, fields = {}) {
  const [createdAt, updatedAt] = [at(-10), at(-10)];
  return {
    id,
    nodeId: `IC_${id}`,
    thread: 11,
    inPull: true,
    body,
    author: ben,
    createdAt,
    updatedAt,
    ...fields,
  };
}

function aThread(...said: [login: string, body: string][]): OpenThread {
  const comments = said.map(([login, body], index) => ({
    id: index + 1,
    body,
    by: { login, bot: login === "robot" },
    at: at(-600),
  }));
  return { node: "t", path: "src/a.ts", line: 3, hunk: "@@ -1 +1,3 @@\n+three", comments };
}

describe("the words of people about a pull request", () => {
  it("come from open discussions with file, line and hunk, however old these are", () => {
    const heard = collectWords(discussion({ threads: [aThread(["ben", "Rename it."])] }), listening);
    const place = { path: "src/a.ts", line: 3, hunk: "@@ -1 +1,3 @@\n+three" };
    expect(heard.words).toEqual([
      { type: "words", source: "t1", by: "ben", at: at(-600), text: "Rename it.", ...place },
    ]);
  });

  it("count only where their author has write access and is no bot", () => {
    const threads = [
      aThread(["vic", "Delete all."]),
      aThread(["robot", "Beep."], ["ben", "Yes, do."], ["vic", "No!"]),
    ];
    const reviews = [aReview(1, "Mine.", { author: visitor }), aReview(2, "Beep.", { author: robot })];
    const comments = [aComment(5, "Mine too.", { author: visitor })];
    const heard = collectWords(discussion({ threads, reviews, comments }), listening);
    expect(heard.words.map(({ text }) => text)).toEqual(["Yes, do."]);
  });

  it("say who said what where several talk in one thread", () => {
    const threads = [aThread(["ben", "Rename it."], ["mia", "To what?"])];
    expect(collectWords(discussion({ threads }), listening).words).toMatchObject([
      { by: "ben, mia", text: "ben: Rename it.\n\nmia: To what?" },
    ]);
  });

  it("are, besides, reviews that ask for changes, and what was said since the head was there", () => {
    const old = { at: at(-600) };
    const reviews = [aReview(7, "Not yet.", old), aReview(8, "Old.", old), aReview(9, "New.")];
    const comments = [aComment(4, "Old too.", { createdAt: at(-600) }), aComment(5, "New too.")];
    const heard = collectWords(discussion({ reviews, comments }), { ...listening, requests: [7] });
    expect(heard.words.map(({ text }) => text)).toEqual(["Not yet.", "New.", "New too."]);
  });

  it("are not commands, and not the comment that is being obeyed", () => {
    const comments = [
      aComment(1, "Again.\n/retry T01"),
      aComment(2, "/status"),
      aComment(3, "Short.\n/status"),
    ];
    const heard = collectWords(discussion({ comments }), listening);
    expect(heard.words.map(({ text }) => text)).toEqual(["Short."]);
  });

  it("are cut where they are long, and say so; what does not fit is counted", () => {
    const [one] = collectWords(discussion({ comments: [aComment(2, "x".repeat(9_000))] }), listening).words;
    expect(one).toMatchObject({
      cut: true,
      text: expect.stringMatching(/x\n\n… \(cut: the text is 9000 bytes long\)$/),
    });
    const threads = Array.from({ length: 60 }, () => aThread(["ben", "Rename it."]));
    const many = collectWords(discussion({ threads, unread: 3 }), listening);
    expect([many.words.length, many.left]).toEqual([40, 23]);
    const long = threads.map(() => aThread(["ben", "x".repeat(3_000)]));
    const heard = collectWords(discussion({ threads: long }), listening);
    expect(heard.words.length + heard.left).toBe(60);
    expect(heard.words.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(40_000);
  });

  it("keep the end of a long hunk, where the comment stands", () => {
    const hunk = `@@ -1 +1,900 @@\n${"+line\n".repeat(900)}+the end`;
    const [one] = collectWords(
      discussion({ threads: [{ ...aThread(["ben", "Hm."]), hunk }] }),
      listening,
    ).words;
    expect(one?.hunk).toMatch(/^…\n\+line\n[\s\S]*\+the end$/);
  });
});
