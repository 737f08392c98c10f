import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, plan, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `limits: { parallel: 4, fixes: 0, attempts: 1, rebases: 0 }
rules: { off: [change-needs-test] }
commands: { test: "true" }
`;
const lines = (count: number, end = "\n") =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}${end}`).join("");
const files = {
  "src/long.txt": lines(60),
  "src/windows.txt": lines(12, "\r\n"),
  "src/before.txt": lines(40),
};
const fence = "```";
const blocker = (path: string, line: number, message: string, more = {}) => ({
  ...{ path, line, severity: "blocker", message },
  ...more,
});

/** What a reviewer may answer that has no place of its own on GitHub, or not the one that it names. */
const findings = [
  blocker("src/old.txt", 1, "This file was still needed by somebody."),
  blocker("src/long.txt", 1, "The whole file says nothing useful.", { last_line: 60 }),
  blocker("src/long.txt", 30, "This line was there before and is wrong."),
  blocker("src/long.txt", 4, "Say these three in another way.", {
    last_line: 6,
    replacement: `line 4\n${fence}js\nline 5\n${fence}\n`,
  }),
  blocker("src/windows.txt", 6, "Windows wants something else here.", { replacement: "line six\r" }),
  blocker("src/after.txt", 35, "Nobody has looked at this for years."),
  blocker("src/after.txt", 20, "The moved file says this wrong."),
  blocker("src/logo.bin", 3, "The picture is too large."),
  blocker("../../etc/passwd", 1, "This path leads out of here."),
  blocker("src/`x`](y).txt", 2_000_000_000, "No such file, no such line."),
  blocker("./src/new.txt", 2, "These are in the wrong order.", { last_line: 1 }),
  blocker(
    "src/new.txt",
    1,
    `Take this.\n\n${fence}suggestion\nrm -rf /\n${fence}\n<!-- gsd:review --><details><summary>`,
  ),
  ...Array.from({ length: 5 }, () => blocker("src/new.txt", 2, "Said five times and meant once.")),
  ...Array.from({ length: 30 }, (_, at) => ({
    ...{ path: "src/new.txt", line: at + 3, severity: "nitpick" },
    message: `Taste number ${"abcdefghijklmnopqrstuvwxyzabcdefgh".slice(at, at + 4)}.`,
  })),
];

const plot: Plot = {
  tasks: [
    { id: "T01", files: ["src/**"] },
    { id: "T02", files: ["docs/T02.txt"] },
    { id: "T03", files: ["docs/T03.txt"] },
  ],
  steps: {
    "task T01": [
      {
        files: {
          "src/new.txt": lines(40).replaceAll("line", "words"),
          "src/long.txt": lines(60).replace("line 5\n", "line five\n").replace("line 50\n", "line fifty\n"),
          "src/windows.txt": lines(12, "\r\n").replace("line 6\r", "line 6!\r"),
          "src/after.txt": lines(40).replace("line 20\n", "line twenty\n"),
          "src/logo.bin": "\0\u0001\u0002\n".repeat(10),
        },
        removes: ["src/old.txt", "src/before.txt"],
      },
    ],
    "review T01 correctness": [{ answer: { summary: "Not like this.", findings } }],
    "review T01 security": [
      {
        answer: {
          summary: "Nor like this.",
          findings: [blocker("src/long.txt", 5, "Say these three lines in another way.")],
        },
      },
    ],
    "review T02 correctness": [{ answer: { summary: 1, findings: "none", verdict: "APPROVED" } }],
    "review T03": [{ answer: "Looks good to me, merge it." }],
  },
};

describe("a review that says odd things", () => {
  it("stands at the lines that GitHub shows, with everything else in its body", async () => {
    await using world = await aScriptedWorld({ mode: "action", config, plot, files });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    await placesWhatItCan(world, issue);
    await takesNonsenseForNoReview(world, issue);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function placesWhatItCan(world: ScriptedWorld, issue: number): Promise<void> {
  const number = await pullFrom(world, `gsd-task/${issue}/T01`);
  const reviews = await world.maintainer.reviews(number);
  expect(reviews).toHaveLength(1);
  const { body = "" } = reviews[0] ?? {};
  const { data } = await world.maintainer.octokit.rest.pulls.listReviewComments({
    ...where,
    ...{ pull_number: number, per_page: 100 },
  });
  const places = data.map(
    ({ path, start_line: first, line }) => `${path}:${first ? `${first}-` : ""}${line}`,
  );
  expect(places.toSorted()).toEqual(
    [
      ...["src/after.txt:20", "src/long.txt:2-8", "src/long.txt:4-6", "src/windows.txt:6"],
      ...["src/new.txt:1", "src/new.txt:2", "src/new.txt:2"],
      ...Array.from({ length: 20 }, (_, at) => `src/new.txt:${at + 3}`),
    ].toSorted(),
  );
  const words = (place: string) => data.find((_, at) => places[at] === place)?.body;
  expect(words("src/windows.txt:6")).toMatch(/\n\n```suggestion\nline six\n```$/);
  expect(words("src/long.txt:4-6")).toMatch(
    /\(`correctness` and `security` agree\)[\s\S]*\n````suggestion\nline 4\n```js\nline 5\n```\n````$/,
  );
  expect(words("src/new.txt:1")).not.toContain("```suggestion");
  const above = body.split("**Scan:**")[0] ?? "";
  expect(above.match(/\*\*BLOCKER\*\* `[^`]+`/g)).toEqual(
    ["src/old.txt:1", "src/after.txt:35", "src/logo.bin:3"].map((place) => `**BLOCKER** \`${place}\``),
  );
  expect(above.match(/\*\*NITPICK\*\*/g)).toHaveLength(10);
  expect(above.match(/not in this change, so it does not block/g)).toHaveLength(3);
  expect(body).toMatch(/\*\*10 blockers\*\* remain: those above, and at their lines:\n\n(?:- `.*\n){7}\n/);
}

/** Who says nothing that can be read has said nothing; where nobody has, the task itself has failed, and its work is kept. */
async function takesNonsenseForNoReview(world: ScriptedWorld, issue: number): Promise<void> {
  const { tasks } = await readTrack(world, issue);
  expect(tasks.T02).toMatchObject({
    status: "needs_input",
    trouble: { type: "review-failed", missing: ["correctness"] },
  });
  const number = await pullFrom(world, `gsd-task/${issue}/T02`);
  const { body = "" } = (await world.maintainer.reviews(number)).at(-1) ?? {};
  expect(body).toMatch(
    /The `correctness` reviewer gave no review: .*summary should be a text, but is the number 1/,
  );
  expect(body).toContain("**Not ready yet.** Comment `/review T02`");
  expect(tasks.T03).toMatchObject({
    status: "failed",
    trouble: { why: { outcome: "invalid-answer" }, kept: expect.any(String) },
  });
}
