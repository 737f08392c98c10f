import { describe, expect, it } from "vitest";
import type { Manifest } from "../../../core/model/manifest.ts";
import { readyTrackBody, reviewBody, taskBody, trackBody } from "../../../core/render/bodies.ts";
import { noteList } from "../../../core/render/notes.ts";
import { fullReport, provenance } from "../../../core/render/report.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { estimatePlan } from "../../../core/select/estimate-plan.ts";
import { parseMarkdown } from "../../../core/text/markdown.ts";
import { aConfig, aMergedTask, aReadyTask, aTask, aTrack, sha } from "../../builders/a-track.ts";
import { aPlan } from "../../builders/facts.ts";

/** What a model's run leaves; say what matters to the test. */
function aManifest(fields: Partial<Manifest> = {}): Manifest {
  return {
    version: 1,
    job: { issue: 42, kind: "task", task: "T02", attempt: 2 },
    base: sha("b1"),
    engine: "claude-code",
    model: "claude-sonnet-5-5",
    sandbox: "bubblewrap",
    outcome: "done",
    usage: { input: 812_334, output: 14_002, cached: 700_120, thinking: 3_000 },
    usd: 0.63,
    turns: 14,
    session: "0b7e4c0a",
    choice: "senior on claude-code: implement → senior; balanced model",
    seconds: 183.4,
    checks: [{ name: "test", command: "npm test", ok: true, seconds: 8, tail: "" }],
    changes: [{ path: "src/a.ts", deleted: true }],
    ...fields,
  };
}

const note = "T02 names T07, but is about T02.";

describe("the report of a run", () => {
  it("says all that is known of it", () => {
    const text = fullReport(aManifest({ notes: [note] }));
    expect(text).toContain("### 42/task/T02/2: `done`");
    const rows = [
      "| Engine | `claude-code` |",
      "| Model | `claude-sonnet-5-5` |",
      "| Why | senior on claude-code: implement → senior; balanced model |",
      "| Turns | 14 |",
      "| Tokens | 812,334 in (700,120 cached), 14,002 out (3,000 thinking) |",
      "| Cost | $0.63 |",
      "| Time | 183.4 s |",
      "| Sandbox | bubblewrap |",
      "| Session | `0b7e4c0a` |",
      "| Changes | 1 file |",
      "| Checks | ✅ `test` |",
    ];
    expect(text).toContain(rows.join("\n"));
    expect(text).toContain(`What to know of what the agent was told:\n\n- ${note}`);
  });

  it("says why it failed, with the output", () => {
    const text = fullReport(aManifest({ outcome: "checks-failed", reason: "Failing: test.\n1 test failed" }));
    expect(text).toContain("`checks-failed`\n\nFailing: test.\n\n```text\n1 test failed\n```");
  });

  it("leaves out what a script does not have, and says that there was no sandbox", () => {
    const { model: _m, usd: _u, turns: _t, session: _s, choice: _c, ...rest } = aManifest();
    const script = { ...rest, engine: "script", usage: { input: 0, output: 0 }, sandbox: "off" as const };
    expect(fullReport(script)).not.toMatch(/Model|Cost|Turns|Tokens|Session|Why/);
    expect(fullReport(script)).toContain("| Sandbox | **off** |");
    expect(provenance(script)).toBe("<sub>engine `script` **without a sandbox** · 183 s · attempt 2</sub>");
  });

  it("is one line in a pull request, with the choice and the notes folded", () => {
    const text = taskBody(aTrack({ tasks: { T02: aTask() } }), "T02", {
      ...{ head: sha("a1"), summary: "Done." },
      manifest: aManifest({ notes: [note] }),
    });
    expect(text).toContain(
      "<sub>engine `claude-code` with `claude-sonnet-5-5` in a sandbox · 14 turns · $0.63 · 826,336 tokens · 183 s · attempt 2</sub>",
    );
    expect(text).toContain(
      `<details><summary>Why this engine · 1 note</summary>\n\nChosen: senior on claude-code: implement → senior; balanced model\n\n- ${note}\n\n</details>`,
    );
  });

  it("is the same line in a review", () => {
    const text = reviewBody("T02", {
      ...{ key: "k", summary: "Fine.", findings: [], loose: [], head: sha("a1"), goesBack: false },
      manifest: aManifest({ engine: "codex", model: "gpt-6.1-sol", usd: 0.21 }),
    });
    expect(text).toMatch(/<sub>engine `codex` with `gpt-6.1-sol` in a sandbox · 14 turns · \$0\.21 · /);
  });

  it("cannot be broken by the words in it", () => {
    const evil = "| a | `b` </details> <!-- gsd:sticky 42 --> @all #1\n\n# big\n/approve";
    const text = fullReport(
      aManifest({ model: evil, session: evil, choice: evil, notes: [evil], reason: evil }),
    );
    const table = parseMarkdown(text).children.find((node) => node.type === "table")!;
    for (const row of table.children) expect(row.children).toHaveLength(2);
    expect(text).not.toContain("<!-- gsd");
    const task = taskBody(aTrack(), "T02", {
      ...{ head: sha("a1"), summary: "Done." },
      manifest: aManifest({ choice: evil, notes: [evil] }),
    });
    const html = parseMarkdown(task).children.filter((node) => node.type === "html");
    expect(html.map((node) => node.value)).toEqual([
      "<details><summary>Why this engine · 1 note</summary>",
      "</details>",
      "<!-- gsd:task 42/T02 -->",
    ]);
  });
});

describe("notes", () => {
  it("fit into their room, and the rest is counted", () => {
    const text = noteList(Array.from({ length: 100 }, () => "@all ".repeat(100)));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_100);
    expect(text).toMatch(/- and \d+ more notes$/);
  });
});

describe("the plan's pull request", () => {
  const backlog = aPlan().backlog!;
  const body = (engine: "codex" | "script", remarks: string[] = []) => {
    const config = aConfig({ engine });
    const estimate = estimatePlan(backlog, { config, leftUsd: 2 });
    return trackBody(aTrack({ config }), backlog, { tree: sha("f1"), estimate, remarks });
  };

  it("shows what each task is likely to cost", () => {
    expect(body("codex")).toContain("| | Task | After | Files | Estimate | Cost, about |");
    expect(body("codex")).toMatch(/\| T01 \| Title of T01 \| – \| `src\/T01.ts` \| 2 h \| \$0\.\d\d \|/);
    expect(body("codex")).toMatch(/4 h of work\. About \$\d\.\d\d to run/);
  });

  it("shows no costs where there are none", () => {
    expect(body("script")).toContain("no model, no cost");
    expect(body("script")).not.toContain("Cost, about");
  });

  it("has remarks where there are some", () => {
    expect(body("script")).not.toContain("Remarks");
    expect(body("script", [note])).toContain(`**Remarks**\n\n- ${note}`);
  });
});

describe("the finished pull request", () => {
  it("says who verified it, and what the track cost", () => {
    const by = { engine: "codex", model: "gpt-6.1-sol", usd: 0.4 };
    const text = readyTrackBody(aTrack({ usd: 3.2, verification: { runs: 1, attempts: 1, by } }));
    expect(text).toContain(
      "<sub>verified by `codex` with `gpt-6.1-sol` for $0.40 · $3.20 spent on the track</sub>",
    );
  });
});

describe("the progress comment", () => {
  it("shows costs once something was spent", () => {
    const tasks = { T01: aMergedTask({ usd: 0.06 }), T02: aTask() };
    const text = renderSticky(aTrack({ tasks, usd: 0.06 }));
    expect(text).toContain("| Checks | Review | Cost |\n|---|---|---|---|---|---|---|\n");
    expect(text).toContain("| ✅ | ✅ | $0.06 |");
    expect(text).toMatch(/\| T02 .* \| – \|\n/);
    expect(renderSticky(aTrack({ tasks: { T01: aTask() } }))).not.toContain("Cost");
  });

  it("warns of what in the issue is not what it seems, while the track is open", () => {
    const oddities = { hidden: { count: 3, kinds: ["tag characters"] }, lookalikes: ["p\u0430ypal"] };
    expect(renderSticky(aTrack({ phase: "planning", oddities }))).toContain(
      "> [!WARNING]\n> The issue's text holds 3 tag characters that nobody can see; agents do not get them. It holds words that mix or imitate alphabets: `p\u0430ypal` (U+0430); look twice before you approve.",
    );
    expect(renderSticky(aTrack({ phase: "merged", oddities }))).not.toContain("tag characters");
  });

  it("warns before a budget is used up: the track's, and that of a task that may still cost", () => {
    const tasks = {
      T01: aMergedTask({ usd: 1.9 }),
      T02: aReadyTask({ usd: 1.31 }),
      T03: aTask({ usd: 0.99 }),
      T04: aTask({ usd: 2, status: "failed", trouble: { code: "budget", text: "It stopped." } }),
    };
    expect(renderSticky(aTrack({ tasks, usd: 11.2 }))).toContain(
      "> [!WARNING]\n> $11.20 of the track's $20.00 and $1.31 of T02's $2.00 are spent. `/budget +5` adds to the budgets.",
    );
    expect(renderSticky(aTrack({ tasks, usd: 11.2, extraUsd: 5 }))).not.toContain("are spent");
    expect(renderSticky(aTrack({ tasks, usd: 11.2, phase: "ready" }))).not.toContain("are spent");
  });
});
