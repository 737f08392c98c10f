import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../core/command/parse-commands.ts";
import type { Finding } from "../../../core/model/answers.ts";
import type { Backlog, BacklogTask } from "../../../core/model/backlog.ts";
import type { Manifest } from "../../../core/model/manifest.ts";
import type { Scene, Verdict, Words } from "../../../core/model/publication.ts";
import type { Track } from "../../../core/model/track.ts";
import type { JudgedCriterion } from "../../../core/model/verification.ts";
import { remarksOn } from "../../../core/plan/remarks-on.ts";
import { archiveMessage, ledgerMessage, mergeTitle } from "../../../core/render/commits.ts";
import { replaceHealthPart } from "../../../core/render/health.ts";
import { fullReport } from "../../../core/render/job-summary.ts";
import { trackState } from "../../../core/render/track-state.ts";
import { renderWords } from "../../../core/render/words.ts";
import { estimatePlan } from "../../../core/select/estimate-plan.ts";
import { parseMarkdown } from "../../../core/text/markdown.ts";
import { viewCrew } from "../../../core/view/view-crew.ts";
import {
  aCheck,
  aFinding,
  aFix,
  aGate,
  aLostReviewer,
  aManifest,
  anAgent,
  aReviewer,
  aRun,
} from "../../builders/a-manifest.ts";
import {
  aConfig,
  aMergedTask,
  aProposal,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  sha,
} from "../../builders/a-track.ts";
import { aPlan } from "../../builders/facts.ts";
import { shippedRecipe } from "../recipe/a-recipe.ts";
import { evil, evilLines, expectHarmless } from "./harmless.ts";
import { noteSamples } from "./notice-samples.ts";

const recipes = { task: shippedRecipe("task"), verify: shippedRecipe("verify") };

type SceneFields = Partial<Omit<Scene<Track>, "manifest">> & { manifest?: Partial<Manifest> };

/** T02 of #42, done and checked, at `a1`. */
function aScene({ manifest, ...fields }: SceneFields = {}): Scene<Track> {
  return {
    track: aTrack({ tasks: { T02: aTask({ title: "Write rows" }) } }),
    job: { issue: 42, kind: "task", task: "T02", attempt: 2 },
    bound: { head: sha("a1"), pull: 11, planTree: sha("f1") },
    checks: [aCheck()],
    ...fields,
    manifest: aManifest(manifest),
  };
}

const approved: Track["plan"] = {
  ...aTrack().plan,
  approved: { tree: sha("f1"), head: sha("f2"), by: "maintainer", at: "2026-11-18T10:00:00.000Z" },
};

/** What the rows read from a journal whose last round saw what is published. */
function verdictOf({ track, manifest }: Scene<Track>, loose: Finding[] = []): Verdict {
  const reviews = viewCrew(manifest).rounds.at(-1)?.reviews ?? [];
  const given = reviews.filter((review) => review.type === "given");
  const heard = given.map(({ role }) => role);
  return {
    findings: [...given.flatMap(({ findings }) => findings), ...loose],
    missing: track.config.reviewers.filter((role) => !heard.includes(role)),
    signals: [],
    checks: "passed",
  };
}

const review = (scene: Scene<Track>, loose: Finding[] = []) =>
  renderWords({ type: "review-body", loose, verdict: verdictOf(scene, loose) }, scene);

describe("a review", () => {
  it("names the commit that is ready, and what to type", () => {
    const text = review(aScene({ manifest: { steps: [anAgent(), aRun(), aReviewer("reviewer", [])] } }));
    expect(text).toMatch(
      /^The reviewer looked at it\.\n\n\*\*Ready at `a100000`\.\*\* Comment `\/approve` to merge it once it is green\./,
    );
    expect(text).toContain("<!-- gsd:review 42/task/T02/2 -->");
    expect(text).not.toContain("Round");
  });

  it("counts what rules found, and folds what they only suggest", () => {
    const scene = aScene({ manifest: { steps: [anAgent(), aRun(), aReviewer("reviewer", [])] } });
    expect(review(scene)).toMatch(/\*\*Rules\*\* of `base`, .* and `\.gsd\/rules`: nothing found\./);
    const text = review(scene, [
      aFinding({ rule: "no-eval", severity: "suggestion", message: "No.", more: 3 }),
      aFinding({ rule: "no-todo", severity: "blocker", message: "Not yet." }),
    ]);
    expect(text).toContain(": 1 blocker, 4 suggestions.");
    expect(text).toMatch(
      /<details><summary>1 remark by rules<\/summary>[\s\S]*The same rule found 3 more places\.[\s\S]*<\/details>/,
    );
    expect(text.split("<details>")[0]).toContain("Not yet.");
  });

  it("calls whoever approved the plan, where nobody else goes on", () => {
    const manifest = { steps: [anAgent(), aRun(), aReviewer("reviewer", [])] };
    const called = /^cc @maintainer$/m;
    const scene = (config: Track["config"]) =>
      aScene({ manifest, track: aTrack({ config, plan: approved, tasks: { T02: aTask() } }) });
    expect(review(scene(aConfig()))).toMatch(called);
    expect(review(scene(aConfig({ auto_merge: true })))).not.toMatch(called);
    expect(review(scene(aConfig({ notify: [] })))).not.toMatch(called);
  });

  it("says of a change that no command checked that it is not checked", () => {
    const scene = aScene({ checks: [], manifest: { steps: [anAgent(), aReviewer("reviewer", [])] } });
    expect(review(scene)).toContain("**Ready at `a100000`.** No command has checked it, so look closely.");
    expect(renderWords({ type: "task-body", checks: "none" }, scene)).toContain("➖ **Not checked:**");
    expect(renderWords({ type: "check-status", checks: "none" }, scene)).toBe("Not checked: no commands");
    expect(renderWords({ type: "check-status", checks: "passed" }, aScene())).toBe(
      "1 of 1 commands passed in the sandbox",
    );
  });

  it("has each reviewer's words of the last round, by role", () => {
    const steps = [anAgent(), aRun(), aReviewer("reviewer", []), aReviewer("security", [])];
    expect(review(aScene({ manifest: { steps } }))).toMatch(
      /^\*\*`reviewer`:\*\* nothing found\n\nThe reviewer looked at it\.\n\n\*\*`security`:\*\* nothing found\n\nThe security looked at it\./,
    );
  });

  it("folds what earlier rounds found and what was done about it", () => {
    const failing = aCheck({ ok: false, tail: "1 test failed" });
    const steps = [
      anAgent(),
      aGate(["`.npmrc` is protected; a person has to change it."], 1),
      aFix("Left .npmrc alone.", 1),
      aGate([], 2),
      aRun([failing], 2),
      aFix("Fixed the test.", 2),
      aGate([], 3),
      aRun([aCheck()], 3),
      aReviewer("reviewer", [aFinding(), aFinding({ severity: "nitpick", message: "A typo." })], {
        round: 3,
      }),
      aFix("Bounded the loop.", 3),
      aGate([], 4),
      aRun([aCheck()], 4),
      aReviewer("reviewer", [], { round: 4 }),
    ];
    const text = review(aScene({ manifest: { steps } }));
    expect(text).toContain("**Ready at `a100000`.**");
    expect(text).toContain(
      "<details><summary>Round 1: 1 problem</summary>\n\n- `.npmrc` is protected; a person has to change it.\n\n**Then:** Left .npmrc alone.\n\n</details>",
    );
    expect(text).toContain(
      "<details><summary>Round 2: 1 failing command</summary>\n\n`npm test` failed.\n\n```text\n1 test failed\n```\n\n**Then:** Fixed the test.\n\n</details>",
    );
    expect(text).toContain(
      "<details><summary>Round 3: 1 blocker</summary>\n\n- `src/a.ts:3`: This loops forever.\n\n**Then:** Bounded the loop.\n\n</details>",
    );
    expect(text).not.toContain("Round 4");
    const body = renderWords({ type: "task-body", checks: "passed" }, aScene({ manifest: { steps } }));
    expect(body).toContain("4 rounds");
  });

  it("lists the blockers that remain after the last round, and is not ready", () => {
    const steps = [
      anAgent(),
      aRun(),
      aReviewer("reviewer", [aFinding({ message: "Old." })]),
      aFix("Tried.", 1),
      aRun([aCheck()], 2),
      aReviewer("reviewer", [aFinding()], { round: 2 }),
    ];
    const text = review(aScene({ manifest: { steps } }));
    expect(text).toContain("**1 blocker** remains:\n\n- `src/a.ts:3`: This loops forever.");
    expect(review(aScene({ manifest: { steps } }), [aFinding()])).toContain(
      "**1 blocker** remains, see above.",
    );
    expect(text).toContain("**Not ready yet.** Push a fix to `gsd-task/42/T02`, or comment `/retry T02`");
    expect(text).not.toContain("**Ready");
    expect(text).toContain("Round 1: 1 blocker");
  });

  it("names a reviewer that gave no review, and is not ready", () => {
    const steps = [
      anAgent(),
      aRun(),
      aReviewer("reviewer", []),
      aLostReviewer("security", { reason: "It died." }),
    ];
    const text = review(aScene({ manifest: { steps } }));
    expect(text).toContain("The `security` reviewer gave no review: it crashed (`crashed`). It died.");
    expect(text).toContain("**Not ready yet.** Comment `/review T02` to have it reviewed again.");
    expect(text).not.toContain("**Ready");
  });

  it("misses a reviewer that was never asked", () => {
    const track = aTrack({ config: aConfig({ reviewers: ["reviewer", "security"] }) });
    const text = review(
      aScene({ track, manifest: { steps: [anAgent(), aRun(), aReviewer("reviewer", [])] } }),
    );
    expect(text).toContain("The `security` reviewer gave no review.");
    expect(text).toContain("Comment `/review T02` to have it reviewed again.");
    expect(text).not.toContain("**Ready");
  });

  it("counts a reviewer that answered at the second try", () => {
    const steps = [anAgent(), aRun(), aLostReviewer("reviewer"), aReviewer("reviewer", [])];
    expect(review(aScene({ manifest: { steps } }))).toContain("**Ready at");
  });

  it("says which of the repository's own checks fail, and that reviewers wait for them", () => {
    const checks = [aCheck({ ok: false })];
    const text = review(aScene({ checks, manifest: { steps: [anAgent(), aRun(checks)] } }));
    expect(text).toContain("The repository's own checks fail at `a100000`: `npm test`.");
    expect(text).toMatch(/^No reviewer has looked at this yet\./);
    expect(text).not.toContain("gave no review");
    expect(text).not.toContain("**Ready");
  });

  it("does not blame a change for what fails on the base too", () => {
    const lint = aCheck({ name: "lint", command: "npm run lint", ok: false });
    const result = { sha: sha("b1"), checks: [lint], notes: [] };
    const track = aTrack({ health: { runs: 1, attempts: 1, outcome: "done", result } });
    const scene = aScene({
      track,
      checks: [lint],
      manifest: { steps: [anAgent(), aReviewer("reviewer", [])] },
    });
    expect(review(scene)).toContain("**Ready at");
    expect(renderWords({ type: "task-body", checks: "passed" }, scene)).toContain(
      "⚠️ `npm run lint` (8.0 s): fails on the base too",
    );
  });

  it("of a head that was checked before says what is known of it", () => {
    const job = { issue: 42, kind: "review" as const, task: "T02" as const, attempt: 1 };
    const steps = [aReviewer("reviewer", [])];
    const scene = (checks: "passed" | "failed" | "none") =>
      aScene({
        track: aTrack({ tasks: { T02: aReadyTask({ proposal: aProposal({ head: sha("b1"), checks }) }) } }),
        job,
        bound: {},
        checks: [],
        manifest: { job, steps, changes: [] },
      });
    expect(review(scene("passed"))).toContain("**Ready at `b100000`.** Comment `/approve`");
    expect(review(scene("none"))).toContain("**Ready at `b100000`.** No command has checked it");
    expect(review(scene("failed"))).toContain(
      "own checks fail at `b100000`.\n\n**Not ready yet.** Push a fix",
    );
  });

  it("is not ready when something was changed after it", () => {
    const steps = [anAgent(), aRun(), aReviewer("reviewer", []), aFix("One more thing.", 1)];
    const text = review(aScene({ manifest: { steps } }));
    expect(text).toContain("It was changed after its last checks and reviews.");
    expect(text).not.toContain("**Ready");
  });

  it("has remarks that have no line in the diff", () => {
    const steps = [anAgent(), aRun(), aReviewer("reviewer", [])];
    const loose = [aFinding({ severity: "suggestion", suggestion: "Use a set.", rule: "no-lists" })];
    expect(review(aScene({ manifest: { steps } }), loose)).toContain(
      "- **SUGGESTION** `src/a.ts:3` (rule `no-lists`) This loops forever. Use a set.",
    );
  });

  it("fits into a comment, whatever is in it", () => {
    const many = Array.from({ length: 100 }, () => aFinding({ message: "@x ".repeat(600) }));
    const steps = Array.from({ length: 10 }, (_, index) => [
      aRun([aCheck({ ok: false, tail: "y".repeat(8_000) })], index + 1),
      ...["a", "b", "c", "d", "e"].map((role) => aReviewer(role, many, { round: index + 1 })),
      aFix("z".repeat(4_000), index + 1),
    ]).flat();
    const notes = Array.from({ length: 50 }, () => noteSamples("@all ".repeat(40))["odd-text"]);
    const text = review(aScene({ manifest: { steps, notes } }), many);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_000);
    expect(text).toMatch(/and \d+ more/);
  });
});

describe("a task's pull request", () => {
  it("has the newest summary, the checks, and where it comes from", () => {
    const steps = [anAgent(), aRun(), aReviewer("security", []), aFix("Rows are written, and bounded.", 1)];
    const text = renderWords({ type: "task-body", checks: "passed" }, aScene({ manifest: { steps } }));
    expect(text).toContain(
      "T02 of #42 (plan #10), into `gsd/42-csv-export`.\n\nRows are written, and bounded.",
    );
    expect(text).toContain("✅ `npm test` (8.0 s)");
    expect(text).toContain("**Next:** read the newest review below.");
    expect(text).toContain(
      "<sub>`senior`, `security` on `claude-code` with `claude-sonnet-5-5` · in a sandbox · 30 turns · $1.36 · 1,653,772 tokens · 183 s · attempt 2</sub>",
    );
    expect(text).toContain(
      "<details><summary>Why these agents</summary>\n\n- `senior`: senior on claude-code",
    );
    expect(text).toContain("<!-- gsd:task 42/T02 -->");
  });

  it("folds the notes of the job", () => {
    const notes = [noteSamples("x")["started-afresh"]];
    expect(renderWords({ type: "task-body", checks: "passed" }, aScene({ manifest: { notes } }))).toContain(
      "<details><summary>Why these agents · 1 note</summary>",
    );
  });

  it("says that there was no sandbox, and nothing of what a script does not have", () => {
    const {
      model: _m,
      turns: _t,
      choice: _c,
      ...script
    } = anAgent({
      engine: "script",
      usd: 0,
      usage: { input: 0, output: 0 },
    });
    const text = renderWords(
      { type: "task-body", checks: "passed" },
      aScene({ manifest: { steps: [script], sandbox: "off" } }),
    );
    expect(text).toContain("<sub>`senior` on `script` · **without a sandbox** · 183 s · attempt 2</sub>");
  });
});

describe("a report", () => {
  const report = {
    type: "report" as const,
    value: { title: "Parsers compared", report: "## Result\n\nUse the second one. @everyone" },
  };
  const scene = (track: Partial<Track> = {}) =>
    aScene({
      track: aTrack({ phase: "asking", reports: [aReport()], ...track }),
      job: { issue: 42, kind: "report", attempt: 1 },
      manifest: {
        recipe: "research",
        steps: [anAgent({ id: "answer", role: "researcher", answer: report })],
      },
    });

  it("is a comment with its words, who asked, and how to go on", () => {
    const text = renderWords({ type: "report-comment" }, scene());
    expect(text).toMatch(
      /^### Parsers compared\n\n@mia asked for it with `research`\.\n\n## Result\n\nUse the second one\. `@everyone`\n\n\*\*Next:\*\* Comment `\/plan` on #42 to turn this into a plan/,
    );
    expect(text).toContain("`researcher` on `claude-code`");
    expect(renderWords({ type: "report-comment" }, scene({ phase: "executing" }))).not.toContain("`/plan`");
  });

  it("is a pull request where its recipe names a file", () => {
    expect(renderWords({ type: "report-title" }, scene())).toBe("Parsers compared");
    expect(renderWords({ type: "report-message" }, scene())).toBe(
      "docs(gsd): Parsers compared\n\nGsd-Job: 42/report/-/1",
    );
    const text = renderWords({ type: "report-body" }, scene());
    expect(text).toContain(
      "A report for #42. @mia asked for it with `research`.\n\n> Which parser is fastest?",
    );
    expect(text).toContain("Merge it to keep it, or close it.");
  });
});

describe("the messages of commits", () => {
  it("carry the job that made them", () => {
    const scene = aScene();
    const message = (words: Words) => renderWords(words, scene).split("\n");
    expect(message({ type: "task-message" })).toEqual(["T02: Write rows", "", "Gsd-Job: 42/task/T02/2"]);
    expect(message({ type: "kept-message", outcome: "timeout" })[0]).toBe("T02: work so far (timeout)");
    expect(message({ type: "plan-message" })[0]).toBe("docs(gsd): plan for #42");
    expect(message({ type: "verification-message" })[0]).toBe("docs(gsd): verification of #42");
    expect(message({ type: "rollback-message" })[0]).toBe("revert: T02");
    expect(archiveMessage(scene.track)).toBe("docs(gsd): archive the plan for #42");
    expect(ledgerMessage(scene.track, "say\nplan")).toBe("#42 executing: say plan [skip ci]");
  });

  it("hold nothing that is live, and skip no checks", () => {
    const track = aTrack({ tasks: { T02: aTask({ title: `[skip ci] ${evilLines}` }) } });
    const [subject, empty, trailer, ...more] = renderWords({ type: "task-message" }, aScene({ track })).split(
      "\n",
    );
    expect(subject).not.toMatch(/@\w|#\d|GH-\d|:\/\/|\[/i);
    expect([empty, trailer, more]).toEqual(["", "Gsd-Job: 42/task/T02/2", []]);
    expect(mergeTitle(track, "T02", 11)).toMatch(/^T02: \(skip ci\) [^#]*# 1.* \(#11\)$/);
  });
});

describe("the titles of pull requests", () => {
  it("are those of the issue, the task and what is reverted", () => {
    const track = aTrack({
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback({ tasks: ["T02", "T01"] })],
    });
    const rollback = { issue: 42, kind: "rollback" as const, task: "T01" as const, attempt: 1 };
    expect(renderWords({ type: "plan-title" }, aScene())).toBe("gsd: CSV export");
    expect(renderWords({ type: "task-title" }, aScene())).toBe("T02: Write rows");
    expect(renderWords({ type: "rollback-title" }, aScene({ track, job: rollback }))).toBe(
      "revert: T02, T01",
    );
  });
});

describe("the pull request of a rollback", () => {
  it("names what is reverted, who asked, and what stays although it builds on that", () => {
    const tasks = { T01: aMergedTask(), T02: aMergedTask({ dependsOn: ["T01"] }) };
    const track = aTrack({ tasks, rollbacks: [aRollback()] });
    const job = { issue: 42, kind: "rollback" as const, task: "T01" as const, attempt: 1 };
    const text = renderWords({ type: "rollback-body" }, aScene({ track, job }));
    expect(text).toContain("Reverts T01 of #42, as mia asked.");
    expect(text).toContain("T02 builds on T01 and stays merged. To roll it back too, close this and comment");
    expect(text).toContain("**Next:** comment `/approve`.");
    expect(text).toContain("<!-- gsd:rollback 42/T01-1 -->");
  });
});

describe("the plan's pull request", () => {
  const { backlog } = aPlan();
  const body = (engine: "codex" | "script", notes = remarksOn(backlog as Backlog, none)) => {
    const config = aConfig({ engine });
    const estimate = estimatePlan(backlog as Backlog, { config, recipes, leftUsd: 2 });
    const words = { type: "plan-body" as const, backlog: backlog as Backlog, estimate, notes, ...nothing };
    return renderWords(words, aScene({ track: aTrack({ config }) }));
  };
  const none = { refusals: [], faults: [], missing: [], required: undefined };
  const nothing = { risks: [], questions: [] };

  it("shows what each task is likely to cost", () => {
    expect(body("codex")).toContain("| | Task | After | Files | Size | Tokens | Cost | Minutes |");
    expect(body("codex")).toMatch(
      /\| T01 \| Title of T01 \| – \| `src\/T01.ts` \| 2 h \| \d+k \| \$0\.\d\d \| \d+ \|/,
    );
    expect(body("codex")).toMatch(
      /\nThe plan for #42: 2 tasks in 2 steps, about 4 h of work for a person\. It will cost about \$\d\.\d\d \(\$\d\.\d\d for the tasks with their reviews, \$\d\.\d\d for the verification\), at prices of/,
    );
  });

  it("shows no costs where there are none", () => {
    expect(body("script")).toContain("no model is paid for");
    expect(body("script")).not.toContain("Cost, about");
  });

  it("begins with what it is for, what it has to do and which tasks bring that", () => {
    const [first, ...rest] = backlog?.tasks ?? [];
    const tasks = first ? [{ ...first, requirements: ["r-01"] }, ...rest] : [];
    const words = {
      type: "plan-body" as const,
      backlog: { version: 1 as const, tasks },
      estimate: { tasks: {}, usd: 0, free: true, refusals: [] },
      notes: [],
      why: "People copy `tea` by hand.",
      requirements: [
        { id: "R1", text: "It SHALL export `tea`." },
        { id: "R2", text: "It SHALL quote." },
      ],
      deltas: [{ capability: "export", type: "added" as const, title: "Formats by name" }],
      ...nothing,
    };
    const text = renderWords(words, aScene({ track: aTrack() }));
    expect(text).toContain("> People copy `tea` by hand.\n\n**What it has to do**");
    expect(text).toContain("- R1: It SHALL export `tea`. (T01)\n- R2: It SHALL quote. (**no task**)");
    expect(text).toContain("- adds Formats by name (`export`)");
  });

  it("says what is not part of it, and folds away what each task does and when it is done", () => {
    const words = {
      type: "plan-body" as const,
      backlog: backlog as Backlog,
      estimate: { tasks: {}, usd: 0, free: true, refusals: [] },
      notes: [],
      outside: ["Writing to `a file`"],
      ...nothing,
    };
    const text = renderWords(words, aScene({ track: aTrack() }));
    expect(text).toContain("**Not part of it**\n\n- Writing to `a file`");
    expect(text).toMatch(
      /<details><summary>What each task does, and when it is done<\/summary>\n\n\*\*T01: Title of T01\*\*\n\n.+\n\n- .+\n\n\*\*T02: /,
    );
  });

  it("fits into a pull request, however much there is to tell", () => {
    const [first] = backlog?.tasks ?? [];
    const lines = Array.from({ length: 50 }, () => "長".repeat(399));
    for (const count of [1, 30, 100, 1_000]) {
      const tasks = Array.from({ length: count }, (_, at): BacklogTask => {
        const id = `T${String(at + 1).padStart(2, "0")}` as const;
        const acceptance = Array.from({ length: 50 }, () => "書".repeat(500));
        return { ...(first as BacklogTask), id, depends_on: [], description: "x".repeat(4_000), acceptance };
      });
      const words = {
        type: "plan-body" as const,
        backlog: { version: 1 as const, tasks },
        estimate: { tasks: {}, usd: 1, free: false, refusals: [] },
        notes: [],
        outside: lines,
        risks: lines,
        questions: lines,
      };
      const text = renderWords(words, aScene({ track: aTrack() }));
      expect(text.length).toBeLessThanOrEqual(65_000);
      expect(text).toContain("\n\n**T01: ");
      expect(text.includes("more tasks, all in BACKLOG.yaml")).toBe(count > 1);
    }
  });

  it("names the tree that an approval will bind", () => {
    expect(body("script")).toContain("The plan is ready at `f100000`.");
  });

  it("has remarks where there are some", () => {
    expect(body("script", [])).not.toContain("Remarks");
    expect(body("script", [noteSamples("x")["context-drift"]])).toContain(
      "**Remarks**\n\n- The context of T02",
    );
  });

  it("shows how the base is, and is brought up to date without touching the rest", () => {
    const waiting = aTrack({ health: { runs: 1, attempts: 1 } });
    const well = { runs: 1, attempts: 1, outcome: "done" as const };
    const text = `Mine.\n\n<!-- gsd:health start -->\nold\n<!-- gsd:health end -->\n\nMine too.`;
    expect(replaceHealthPart(text, waiting)).toContain(
      "⏳ The repository's own commands are running on the base.",
    );
    const result = { sha: sha("b1"), checks: [aCheck()], notes: [] };
    const now = replaceHealthPart(text, aTrack({ health: { ...well, result } }));
    expect(now).toMatch(
      /^Mine\.\n\n<!--.*-->\n✅ `npm test` passes on the base \(8 s\)\n<!--.*-->\n\nMine too\.$/,
    );
    const unchecked = { ...well, result: { ...result, checks: [] } };
    expect(replaceHealthPart(text, aTrack({ health: unchecked }))).toContain("➖ The base is not checked");
    expect(replaceHealthPart("Mine alone.", waiting)).toBe("Mine alone.");
  });
});

describe("the finished pull request", () => {
  it("says who verified it, and what the track cost", () => {
    const by = { engine: "codex", model: "gpt-6.1-sol", usd: 0.4 };
    const track = aTrack({
      usd: 3.2,
      phase: "ready",
      plan: approved,
      verification: { runs: 1, attempts: 1, outcome: "done", by },
      tasks: { T01: aMergedTask() },
    });
    const { text } = trackState(track);
    expect(text).toContain("The one task for #42 is merged into this branch and verified.");
    expect(text).toContain(
      "<sub>verified by `codex` with `gpt-6.1-sol` for $0.40 · $3.20 spent on the track</sub>",
    );
  });
});

describe("summary.md", () => {
  it("has what was verified, task by task", () => {
    const value = {
      summary: "All is well.",
      criteria: [{ criterion: "T01.1", met: true, evidence: "a test" }],
    };
    const steps = [anAgent({ id: "verify", answer: { type: "verification", value } })];
    const track = aTrack({ tasks: { T01: aMergedTask({ title: "Read rows", acceptance: ["It works."] }) } });
    const met = { id: "T01.1", task: "T01" as const, text: "It works.", met: true, evidence: "a test" };
    const criteria = [{ ...met, proofs: [{ kind: "test" as const, at: "test/a.ts", found: true }] }];
    const text = renderWords(
      { type: "summary", criteria },
      aScene({ track, checks: [], manifest: { steps } }),
    );
    expect(text).toContain("# CSV export (#42)\n\nAll is well.");
    expect(text).toContain("| T01 | Read rows | merged | #11 |");
    expect(text).toContain("- [x] T01.1: It works. — a test (test `test/a.ts`)");
    expect(text).toContain("Not checked: there are no commands.");
    expect(text).not.toContain("Not verified");
  });

  it("says what is missing, and where there is only somebody's word", () => {
    const known = { task: "T01" as const, text: "It works.", evidence: "I looked." };
    const criteria: JudgedCriterion[] = [
      { ...known, id: "T01.1", met: false, proofs: [] },
      { ...known, id: "T01.2", met: true, proofs: [{ kind: "note", at: "read it all" }] },
      {
        ...known,
        id: "T01.3",
        met: true,
        proofs: [
          { kind: "test", at: "test/a.ts", found: true },
          { kind: "command", at: "test", found: false },
        ],
      },
    ];
    const checks = [aCheck({ ok: false })];
    const text = renderWords({ type: "summary", criteria }, aScene({ checks, manifest: { steps: [] } }));
    expect(text).toContain("**Not verified:** 1 command fails, and 1 of 3 acceptance criteria is not met.");
    expect(text).toContain("- [ ] T01.1: It works. — I looked.\n");
    expect(text).toContain("— I looked. (note `read it all`; nothing but the verifier's word)");
    expect(text).toContain("(test `test/a.ts`; command `test`, which is not there or did not pass)");
    expect(text).toContain("- **failed**: `npm test`");
  });
});

describe("the summary of a job", () => {
  it("has all that is known of each step", () => {
    const steps = [anAgent(), aGate(["A secret."]), aRun([aCheck({ ok: false })]), aLostReviewer("security")];
    const text = fullReport(aManifest({ steps, notes: [noteSamples("x")["context-drift"]] }));
    expect(text).toContain("### T02 (2) of #42: `done`");
    for (const row of [
      "| Recipe | `task` |",
      "| Turns | 16 |",
      "| Tokens | 813,334 in (700,120 cached), 14,102 out (3,000 thinking) |",
      "| Cost | $0.73 |",
      "| Time | 183.4 s |",
      "| Sandbox | bubblewrap |",
      "| Changes | 1 file |",
      "| `implement` | 1 | `senior` on `claude-code` with `claude-sonnet-5-5` | ✅ `done` | 120.0 s | $0.63 | 14 turns; senior on claude-code: implement → senior; balanced model; session `0b7e4c0a` |",
      "| `gate` | 1 | `gate` | ❌ `done` | 0.0 s | – | A secret. |",
      "| `check` | 1 | commands | ❌ `done` | 8.0 s | – | ❌ `test` |",
    ]) {
      expect(text).toContain(row);
    }
    expect(text).toContain("| `review/security` | 1 |");
    expect(text).toContain("What to know about what the agents were told:\n\n- The context of T02");
  });

  it("says why it failed, with the output", () => {
    const text = fullReport(aManifest({ outcome: "checks-failed", reason: "Failing: test.\n1 test failed" }));
    expect(text).toContain(
      "`checks-failed`\n\nThis job did not finish its work: the repository's own checks failed.\n\nFailing: test.\n\n```text\n1 test failed\n```",
    );
  });

  it("keeps the shape of its tables", () => {
    const words = "| a | `b` </details> <!-- gsd:sticky 42 --> @all #1\n\n# big\n/approve";
    const agent = anAgent({
      role: words,
      engine: words,
      model: words,
      session: words,
      choice: words,
      reason: words,
    });
    const text = fullReport(aManifest({ steps: [agent, aGate([words])], reason: words }));
    const tables = parseMarkdown(text).children.filter((node) => node.type === "table");
    const widths = tables.map((table) => new Set(table.children.map((row) => row.children.length)));
    expect(widths).toEqual([new Set([2]), new Set([7])]);
    expectHarmless(text);
  });
});

describe("words of agents and strangers", () => {
  const finding = aFinding({ path: evil, message: evilLines, suggestion: evil, rule: evil });
  const evilCheck = aCheck({ command: evil, tail: evilLines, ok: false });
  const [task] = aPlan().backlog?.tasks ?? [];
  if (!task) throw new Error("the plan has tasks");
  const backlog: Backlog = {
    version: 1,
    tasks: [{ ...task, title: evilLines.slice(0, 300), scope: { files_hint: [evil, "a`b`@x"] } }],
  };
  const notes = Object.values(noteSamples(evilLines));
  const said = { role: evil, engine: evil, model: evil, choice: evilLines, session: evil, reason: evilLines };
  const steps = [
    anAgent({ ...said, answer: { type: "change", value: { summary: evilLines } } }),
    aGate([evilLines]),
    aRun([evilCheck]),
    aReviewer(evil, [finding], {
      ...said,
      answer: { type: "review", value: { summary: evilLines, findings: [finding] } },
    }),
    aLostReviewer(`${evil}2`, { reason: evilLines }),
    aFix(evilLines, 1),
    aReviewer(evil, [finding], { round: 2 }),
    anAgent({ ...said, answer: { type: "report", value: { title: evil, report: evilLines } } }),
    anAgent({
      ...said,
      answer: {
        type: "verification",
        value: {
          summary: evilLines,
          criteria: [{ criterion: "T03.1", met: true, evidence: evil }],
        },
      },
    }),
  ];
  const result = { sha: sha("b1"), checks: [evilCheck], notes };
  const track = aTrack({
    title: evil,
    health: { runs: 1, attempts: 1, outcome: "done", result },
    tasks: {
      T01: aReadyTask({ title: evilLines }),
      T02: aTask({ title: evil }),
      T03: aMergedTask({ title: evil, acceptance: [evilLines] }),
    },
    reports: [aReport({ recipe: evil, text: evilLines })],
    rollbacks: [aRollback()],
  });
  const config = aConfig({ engine: "claude-code" });
  const estimate = estimatePlan(backlog, { config, recipes, leftUsd: 2 });
  const scene = aScene({
    track,
    checks: [evilCheck],
    manifest: { steps, notes, recipe: evil, reason: evilLines },
  });
  const all: Words[] = [
    {
      type: "plan-body",
      backlog,
      estimate,
      notes,
      why: evilLines,
      requirements: [{ id: "R1", text: evil }],
      deltas: [{ capability: evil, type: "removed", title: evilLines }],
      risks: [evil],
      questions: [evilLines],
    },
    { type: "task-body", checks: "passed" },
    { type: "rollback-body" },
    { type: "report-body" },
    {
      type: "review-body",
      loose: [finding],
      verdict: { findings: [finding], missing: ["security"], signals: [], checks: "passed" },
    },
    { type: "finding", finding },
    { type: "report-comment" },
    {
      type: "summary",
      criteria: [
        {
          id: "T03.1",
          task: "T03",
          text: evilLines,
          met: true,
          evidence: evilLines,
          proofs: [
            { kind: "test", at: evil, found: false },
            { kind: "note", at: evilLines },
          ],
        },
      ],
    },
  ];

  it.each(all)("do nothing in $type", (words) => {
    const text = renderWords(words, scene);
    expectHarmless(text.replace("Closes #42", ""));
    // A bot's own comments are not read, but nobody should be able to make it look as if it commanded.
    if (words.type !== "plan-body") expect(parseCommands(text).commands).toEqual([]);
  });

  it.each([
    ["a fence in the message", { message: "```js\n@evil ![x](https://e.vil)\n```" }],
    ["a fence that is left open", { message: "Look:\n~~~\n@evil" }],
    ["a fence in the path", { path: "a```\n@evil\n```b" }],
    ["a fence before the suggestion", { message: "See\n```\ncode\n```", suggestion: "fixes #1 for @evil" }],
    ["a fence in a dispute", { message: "a", dispute: "```\n@evil fixes #1" }],
    ["a button", { message: "a", suggestion: "```suggestion\nrm -rf\n```" }],
  ])("do nothing in a finding with %s, and swallow nothing of ours", (_what, fields) => {
    const one = aFinding({ ...fields, severity: "blocker" });
    const held = aScene({ manifest: { steps: [anAgent(), aRun(), aReviewer("reviewer", [one])] } });
    const text = review(held, [one]);
    expectHarmless(text);
    expectHarmless(renderWords({ type: "finding", finding: one }, held));
    const nodes = parseMarkdown(text).children;
    const shown = nodes.flatMap((node) =>
      node.type === "paragraph" ? text.slice(node.position?.start.offset) : [],
    );
    expect(shown.some((part) => part.startsWith("**Not ready yet.**"))).toBe(true);
  });

  it("stay inside of the block that is to replace a line", () => {
    const replacement = "```\n@evil ![x](https://e.vil)\n````";
    const text = renderWords({ type: "finding", finding: aFinding({ replacement }) }, scene);
    const [, last, ...others] = parseMarkdown(text).children;
    expect(last).toMatchObject({ type: "code", lang: "suggestion", value: replacement });
    expect(others).toEqual([]);
  });

  it.each([
    ["a last line that ends", "one\n  two\n", "one\n  two"],
    ["lines of Windows", "one\r\ntwo\r\n", "one\ntwo"],
    ["one blank line", "\n", "\n"],
    ["a blank line at its end", "one\n\n", "one\n"],
  ])("are offered as what replaces lines, without more than that: %s", (_what, replacement, value) => {
    const text = renderWords({ type: "finding", finding: aFinding({ replacement }) }, scene);
    expect(parseMarkdown(text).children.at(-1)).toMatchObject({ type: "code", lang: "suggestion", value });
  });

  it.each([
    ["a path at the start of a line", "/dist\n"],
    ["a character that nobody sees", "a\u200bb"],
    ["a marker of ours", "<!-- gsd:sticky -->"],
  ])("are no button where they cannot be shown as they are: %s", (_what, replacement) => {
    const text = renderWords({ type: "finding", finding: aFinding({ replacement }) }, scene);
    expect(parseMarkdown(text).children.at(-1)).toMatchObject({ type: "code", lang: "text" });
  });

  it("do nothing in the summary of a job, and in the finished pull request", () => {
    expectHarmless(fullReport(scene.manifest));
    const tasks = { T01: aMergedTask({ title: evilLines }) };
    expectHarmless(trackState({ ...track, phase: "ready", plan: approved, tasks }).text);
  });

  it("do not break the table of a plan", () => {
    const words: Words = { type: "plan-body", backlog, estimate, notes, risks: [], questions: [] };
    const plan = parseMarkdown(renderWords(words, scene));
    const table = plan.children.find((node) => node.type === "table");
    expect(table?.children.map((row) => row.children.length)).toEqual([8, 8]);
  });
});
