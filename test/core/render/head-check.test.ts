import { describe, expect, it } from "vitest";
import { jobKey } from "../../../core/codec/keys.ts";
import { pageOf } from "../../../core/codec/page-of.ts";
import type { Finding } from "../../../core/model/answers.ts";
import { renderHeadCheck } from "../../../core/render/head-check.ts";
import { viewHeads } from "../../../core/view/view-heads.ts";
import { aProposal, aTask, aTrack, at, sha } from "../../builders/a-track.ts";

const finding = (fields: Partial<Finding> = {}): Finding => ({
  path: "src/a.ts",
  line: 3,
  severity: "suggestion",
  message: "Say why.",
  ...fields,
});

function aReviewed(fields: Parameters<typeof aProposal>[0] = {}) {
  const proposal = aProposal({ head: sha("e1"), pull: 12, checks: "passed", readyAt: at(0), ...fields });
  const row = { job: jobKey.format({ issue: 42, kind: "task", task: "T01", attempt: 1 }), run: 7 };
  return aTrack({
    tasks: { T01: aTask({ status: "review", proposal }) },
    history: [{ ...row, at: at(0), outcome: "done", seconds: 5 }],
  });
}

const place = { at: at(60), page: "https://github.com/acme/tally" };

function shown(fields: Parameters<typeof aReviewed>[0] = {}) {
  const track = aReviewed(fields);
  const [head] = viewHeads(track, 7);
  if (!head) throw new Error("the run made a head");
  return renderHeadCheck(track, head, place);
}

describe("what the App says beside a head", () => {
  it("is what the progress comment says, with whole links", () => {
    const check = shown();
    expect(check).toMatchObject({ sha: sha("e1"), conclusion: "success", name: "gsd/overview" });
    expect(check.summary).toContain("**Next:** review");
    expect(check.summary).not.toContain("](../");
  });

  it("has each remark on its lines, those that block first", () => {
    const findings = [
      finding(),
      finding({ severity: "blocker", line: 5, last_line: 9, by: ["security"], suggestion: "Use `x`." }),
      finding({ line: undefined }),
      finding({ outside: true }),
    ];
    const { annotations, conclusion, title } = shown({ findings: findings as Finding[] });
    expect([conclusion, title]).toEqual(["failure", "T01: 1 blocker, 3 suggestions, its commands pass"]);
    expect(annotations).toEqual([
      {
        path: "src/a.ts",
        line: 5,
        lastLine: 9,
        level: "failure",
        title: "BLOCKER · security",
        message: "Say why.\n\nUse `x`.",
      },
      {
        path: "src/a.ts",
        line: 3,
        lastLine: 3,
        level: "warning",
        title: "SUGGESTION",
        message: "Say why.",
      },
    ]);
  });

  it.each([
    ["nobody has reviewed it", { readyAt: undefined }, "neutral"],
    ["there are no commands", { checks: "none" as const }, "neutral"],
    ["its commands fail", { checks: "failed" as const }, "failure"],
    ["code saw something", { signals: [{ code: "ci-weakened" as const, path: "ci.yml" }] }, "neutral"],
  ])("is never green where %s", (_, fields, conclusion) => {
    expect(shown(fields as never).conclusion).toBe(conclusion);
  });

  it("counts what does not fit", () => {
    const findings = Array.from({ length: 130 }, (_, line) => finding({ line: line + 1 }));
    const check = shown({ findings });
    expect(check.annotations).toHaveLength(100);
    expect(check.summary).toMatch(/^30 more remarks are in the review/);
  });

  it("is about nothing where a run made no head", () => {
    expect(viewHeads(aReviewed(), 8)).toEqual([]);
  });
});

it.each([
  ["https://api.github.com", "https://github.com/acme/tally"],
  ["https://git.example.org/api/v3", "https://git.example.org/acme/tally"],
  ["https://api.example.ghe.com", "https://example.ghe.com/acme/tally"],
  ["http://127.0.0.1:4000/api/v3", "http://127.0.0.1:4000/acme/tally"],
])("the pages of %s are at %s", (api, page) => {
  expect(pageOf(api, { owner: "acme", repo: "tally" })).toBe(page);
});
