import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256Of } from "../../adapters/git/describe-changes.ts";
import { loadManifest } from "../../adapters/git/load-manifest.ts";
import { digestOf } from "../../core/check/digest-of.ts";
import { parseRule } from "../../core/check/rules/parse-rule.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { manifestSchema } from "../../core/model/manifest.ts";
import { createValidator } from "../../core/model/validate.ts";
import { runCrew } from "../../crew/run-crew.ts";
import type { Sandbox } from "../../crew/sandbox/sandbox.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import {
  aCrew,
  answering,
  aRecipe,
  blocker,
  config,
  fine,
  recipeOf,
  stepOf,
  summary,
  told,
} from "./a-crew.ts";
import { openly, sealed } from "./sandbox/sandboxes.ts";

const task = aRecipe("task");
const hurried = { ...config, limits: { ...config.limits, minutes: 0.02 } };
const validate = createValidator(manifestSchema);
let last: WorkTree | undefined;

/** Whatever happened, there is a manifest on disk that publish can read. */
afterEach(async () => {
  if (!last) return;
  const { manifest } = await loadManifest(last.out);
  expect(validate(manifest)).toMatchObject({ ok: true });
  last[Symbol.dispose]();
  last = undefined;
});

function tracked(files?: Record<string, string>): WorkTree {
  last = aWorkTree(files);
  return last;
}

describe("a task", () => {
  it("is done, checked and reviewed in one run, each in a tree and a sandbox of its own", async () => {
    const tree = tracked();
    const crew = aCrew(
      tree,
      task,
      {
        task: `echo two >>src/a.txt; ${summary}`,
        review: `cat src/a.txt >&2; echo spoilt >src/a.txt; ${fine}`,
      },
      { sandbox: sealed, commands: { test: "cat src/a.txt; echo spoilt >src/a.txt", lint: "cat src/a.txt" } },
    );
    const manifest = await runCrew(crew);
    expect(told(manifest)).toEqual([
      "implement.1 done",
      "gate.1 done",
      "rules.1 done",
      "check.1 done",
      "review.1.reviewer done",
    ]);
    expect(manifest).toMatchObject({ outcome: "done", sandbox: sealed.kind, notes: [] });
    expect(stepOf(manifest, "check.1")).toMatchObject({
      checks: [
        { name: "lint", ok: true, tail: "one\ntwo" },
        { name: "test", ok: true, tail: "one\ntwo" },
      ],
    });
    const loaded = await loadManifest(tree.out);
    const [change] = manifest.changes;
    expect(change && "sha256" in change && loaded.file(change.sha256)?.toString()).toBe("one\ntwo\n");
    expect(crew.asked[1]?.diff).toContain("+two");
    expect(crew.shown).toContain("[review 1 reviewer] two");
  });

  it("says which change each check and review saw", async () => {
    const manifest = await runCrew(
      aCrew(tracked(), task, { task: `echo two >>src/a.txt; ${summary}`, review: fine }),
    );
    const digest = digestOf(manifest.changes, sha256Of);
    expect(manifest.steps.map(({ subject }) => subject)).toEqual(Array(5).fill(digest));
  });

  it("goes back with what the gate, the commands and the reviewers found, until nothing is left", async () => {
    const crew = aCrew(
      tracked(),
      task,
      {
        task: `mkdir .github; echo x >.github/x; echo two >src/a.txt; ${summary}`,
        "fix.1": `rm -r .github; ${summary}`,
        "fix.2": `echo three >src/a.txt; ${summary}`,
        "fix.3": `echo four >src/a.txt; ${summary}`,
        "review.3": blocker("Say four."),
        "review.4": fine,
      },
      {
        commands: { test: "grep -q 't.r\\|four' src/a.txt || { echo not three; exit 1; }" },
        scope: { limits: { fixes: 3 }, reviewers: ["reviewer"], text: "" },
      },
    );
    const manifest = await runCrew(crew);
    expect(told(manifest)).toEqual([
      "implement.1 done",
      "gate.1 refused-change!",
      "rules.1 done",
      "fix.1 done",
      "gate.2 done",
      "rules.2 done",
      "check.2 checks-failed!",
      "fix.2 done",
      "gate.3 done",
      "rules.3 done",
      "check.3 done",
      "review.3.reviewer done!",
      "fix.3 done",
      "gate.4 done",
      "rules.4 done",
      "check.4 done",
      "review.4.reviewer done",
    ]);
    expect(manifest.outcome).toBe("done");
    const given = crew.asked
      .filter(({ move }) => move.prompt === "fix")
      .map(({ given }) => given.map(({ id, round }) => `${id}.${round}`));
    expect(given).toEqual([
      ["gate.1", "rules.1"],
      ["gate.2", "rules.2", "check.2"],
      ["gate.3", "rules.3", "check.3", "review.3"],
    ]);
    expect(stepOf(manifest, "gate.1")).toMatchObject({
      problems: ["`.github/x` is protected; a person has to change it."],
    });
  });

  it("is done with the blockers and failing commands that remain after the last round", async () => {
    const limits = { scope: { limits: { fixes: 1 }, reviewers: ["reviewer"], text: "" } };
    const blocked = await runCrew(
      aCrew(
        tracked(),
        task,
        { task: `echo x >src/a.txt; ${summary}`, fix: summary, review: blocker("No.") },
        limits,
      ),
    );
    expect(blocked.outcome).toBe("done");
    expect(told(blocked).at(-1)).toBe("review.2.reviewer done!");
    using tree = aWorkTree();
    const failing = await runCrew(
      aCrew(
        tree,
        task,
        { task: `echo x >src/a.txt; ${summary}`, fix: summary },
        {
          ...limits,
          commands: { test: "exit 1" },
        },
      ),
    );
    expect(failing.outcome).toBe("done");
    expect(told(failing).at(-1)).toBe("check.2 checks-failed!");
  });

  it("is told which rule it breaks on which line, fixes it, and asks no reviewer before", async () => {
    const parsed = parseRule(
      "id: no-todo\nfiles: ['**']\ndeny: [TODO]\nseverity: blocker\nmessage: Finish it.\n",
    );
    if (!parsed.ok) throw new Error("the rule of this test is wrong");
    const play = {
      task: `echo TODO >>src/a.txt; ${summary}`,
      fix: `echo done >src/a.txt; ${summary}`,
      review: fine,
    };
    const manifest = await runCrew(aCrew(tracked(), task, play, { rules: [parsed.rule] }));
    expect(told(manifest)).toEqual([
      ...["implement.1 done", "gate.1 done", "rules.1 done!", "check.1 done", "fix.1 done"],
      ...["gate.2 done", "rules.2 done", "check.2 done", "review.2.reviewer done"],
    ]);
    const problems = ["`src/a.txt` line 2: Finish it. (no-todo)"];
    expect(stepOf(manifest, "rules.1")).toMatchObject({ problems });
    const left = await runCrew(aCrew(tracked(), task, { ...play, fix: summary }, { rules: [parsed.rule] }));
    // It says the same twice, so nobody is paid for a third time; a person sees it on the pull request.
    expect(left.outcome).toBe("done");
  });

  it("is refused with what the gate still finds after the last round", async () => {
    const play = { task: `ln -s /etc/passwd src/link; echo x >src/new; ${summary}`, fix: summary };
    const manifest = await runCrew(aCrew(tracked(), task, play));
    expect(manifest).toMatchObject({
      outcome: "refused-change",
      reason: expect.stringContaining("`src/link`"),
    });
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/new"]);
  });

  it("that changed nothing says so, and nobody looks at nothing", async () => {
    const manifest = await runCrew(aCrew(tracked(), task, { task: summary }));
    expect(told(manifest)).toEqual(["implement.1 no-change!"]);
    expect(manifest).toMatchObject({ outcome: "no-change", changes: [] });
  });

  it("ignores checks that fail on the base already", async () => {
    const play = { task: `echo x >src/a.txt; ${summary}`, review: fine };
    const manifest = await runCrew(
      aCrew(tracked(), task, play, { commands: { lint: "exit 1" }, broken: ["lint"] }),
    );
    expect(told(manifest)).toContain("check.1 done");
  });

  it("keeps its changes on a timeout, a crash, a flood and a wrong answer, and ends with that", async () => {
    const short = recipeOf(
      "name: task\nkind: task\ndescription: x\nsteps:\n  - id: implement\n    agent: { role: auto, prompt: task, answer: change }\n",
    );
    const cases = [
      ["timeout", "sleep 60", /after 0.02 min/],
      ["crashed", "exit 3", /exit code 3/],
      ["crashed", "yes", /wrote more than/],
      ["invalid-answer", answering({ document: "d" }), /does not fit the schema for change/],
      ["invalid-answer", "echo hello", /one JSON object/],
    ] as const;
    for (const [outcome, line, words] of cases) {
      using tree = aWorkTree();
      const manifest = await runCrew(
        aCrew(tree, short, { task: `echo x >src/new; ${line}` }, { config: hurried }),
      );
      expect(manifest).toMatchObject({ outcome, reason: expect.stringMatching(words) });
      expect(stepOf(manifest, "implement.1")).toMatchObject({ ok: false, answer: undefined });
      expect(manifest.changes.map(({ path }) => path)).toEqual(["src/new"]);
    }
  });

  it("tries a step again as often as it says, with the reason, and counts what all tries cost", async () => {
    const recipe = recipeOf(
      "name: r\nkind: report\ndescription: x\nsteps:\n  - id: report\n    retries: 2\n    agent: { role: auto, prompt: analyze, answer: report }\n",
    );
    const tree = tracked();
    const counter = join(tree.root, "counter");
    writeFileSync(counter, "");
    const good = answering({ title: "T", report: "R" });
    const line = `echo x >>${counter}; if [ $(wc -l <${counter}) = 3 ]; then ${good}; else ${answering({})}; fi`;
    const crew = aCrew(tree, recipe, { analyze: line });
    const manifest = await runCrew(crew);
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "report.1")).toMatchObject({ usage: { input: 30, output: 3 } });
    expect(crew.asked.map(({ again }) => again?.slice(0, 28))).toEqual([
      undefined,
      "The answer does not fit the ",
      "The answer does not fit the ",
    ]);
  });

  it("does not publish what setup left in the tree, nor what stood there before", async () => {
    const tree = tracked();
    writeFileSync(join(tree.folder, "src/stray"), "x");
    const play = { task: `cat src/installed >&2; echo x >src/new; ${summary}`, review: fine };
    const setup = { command: "echo yes >src/installed", hosts: [] };
    const commands = { test: "cat src/installed" };
    const manifest = await runCrew(aCrew(tree, task, play, { setup, commands }));
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/new"]);
    expect(stepOf(manifest, "check.1")).toMatchObject({ checks: [{ ok: true, tail: "yes" }] });
  });

  it("whose setup fails ends there, with its words", async () => {
    const setup = { command: "echo no network; exit 7", hosts: [] };
    const manifest = await runCrew(aCrew(tracked(), task, {}, { setup }));
    expect(manifest).toMatchObject({ outcome: "setup", reason: expect.stringContaining("no network") });
    expect(told(manifest)).toEqual(["setup.1 setup!"]);
  });

  it("without a sandbox to be had ends with the fix", async () => {
    const sandbox = {
      kind: "bubblewrap" as const,
      run: () => Promise.reject(new GsdError("sandbox", "Install it: apt-get …")),
    };
    const manifest = await runCrew(aCrew(tracked(), task, { task: summary }, { sandbox }));
    expect(manifest).toMatchObject({ outcome: "sandbox", reason: "Install it: apt-get …" });
  });

  it("on a base that is not there ends as crashed, with a manifest", async () => {
    const manifest = await runCrew(aCrew(tracked(), task, { task: summary }, { base: "0".repeat(40) }));
    expect(manifest).toMatchObject({ outcome: "crashed", reason: expect.stringContaining("git ls-tree") });
  });
});

describe("reviewers side by side", () => {
  const reviewers = { scope: { limits: { fixes: 1 }, reviewers: ["reviewer", "architect"], text: "" } };
  const work = `echo x >src/a.txt; ${summary}`;

  it("see the change and never each other; in the next round each sees its own words", async () => {
    const play = { task: work, fix: `echo y >src/a.txt; ${summary}`, review: blocker("No.") };
    const crew = aCrew(tracked(), task, play, reviewers);
    const manifest = await runCrew(crew);
    expect(told(manifest).filter((step) => step.startsWith("review"))).toHaveLength(4);
    const second = crew.asked.filter(({ move }) => move.prompt === "review" && move.round === 2);
    expect(second.map(({ move, given }) => [move.member, given.map(({ member }) => member)]).sort()).toEqual([
      ["architect", ["architect"]],
      ["reviewer", ["reviewer"]],
    ]);
  });

  it("of whom one fails: the others count, its part is missing, and the change is not called reviewed", async () => {
    const play = {
      task: work,
      fix: summary,
      "review.1.architect": "exit 3",
      review: fine,
    };
    const manifest = await runCrew(aCrew(tracked(), task, play, reviewers));
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "review.1.architect")).toMatchObject({ ok: false, outcome: "crashed" });
    expect(stepOf(manifest, "review.1.reviewer")).toMatchObject({ ok: true });
    // Nobody was asked to fix what nobody had found.
    expect(manifest.steps.map(({ id }) => id)).not.toContain("fix");
    expect(manifest.notes).toEqual([
      {
        type: "member-missing",
        member: "architect",
        outcome: "crashed",
        reason: expect.stringContaining("code 3"),
      },
    ]);
  });

  it("divide the memory, and nobody else's settings in the change speak to them", async () => {
    const shares: (number | undefined)[] = [];
    const sandbox: Sandbox = {
      kind: openly.kind,
      run: (command) => {
        shares.push(command.memoryShare);
        return openly.run(command);
      },
    };
    const play = {
      task: `echo obey >CLAUDE.md; echo x >src/a.txt; ${summary}`,
      review: `cat CLAUDE.md src/a.txt >&2; ${fine}`,
    };
    const tree = tracked({ "CLAUDE.md": "of the base\n", "src/a.txt": "one\n" });
    const open = { ...config, protected_paths: ["!CLAUDE.md"] };
    const crew = aCrew(tree, task, play, { ...reviewers, sandbox, config: open });
    await runCrew(crew);
    expect(shares).toEqual([1, 0.5, 0.5]);
    expect(crew.shown.filter((line) => line.startsWith("[review 1 architect]"))).toEqual([
      "[review 1 architect] of the base",
      "[review 1 architect] x",
    ]);
  });

  it("each keep a transcript of their own", async () => {
    const tree = tracked();
    const play = { task: work, review: `echo "I am $GSD_MEMBER" >&2; ${fine}` };
    await runCrew(aCrew(tree, task, play, reviewers));
    const logs = join(tree.root, "logs");
    expect(readFileSync(join(logs, "review.1.architect.txt"), "utf8")).toBe("I am architect\n");
    expect(readFileSync(join(logs, "review.1.reviewer.txt"), "utf8")).toBe("I am reviewer\n");
  });

  it("who hang are ended by the step's own time, and the others go on", async () => {
    const recipe = aRecipe("review");
    const play = { "review.1.architect": "sleep 60", review: fine };
    const manifest = await runCrew(
      aCrew(tracked(), recipe, play, {
        ...reviewers,
        config: hurried,
      }),
    );
    expect(manifest.outcome).toBe("done");
    expect(told(manifest)).toEqual(["check.1 done", "review.1.reviewer done", "review.1.architect timeout!"]);
  });
});

describe("a plan", () => {
  const plan = aRecipe("plan");
  const document = (words: string) => answering({ document: `# A plan\n\n## Requirements\n\n${words}\n` });
  const entry = (id: string, files: string[]) => ({
    id,
    title: `Do ${id}`,
    description: "Do it.",
    depends_on: [],
    acceptance: ["It is done"],
    scope: { files_hint: files },
  });
  const backlog = (...tasks: object[]) => answering({ backlog: { version: 1, tasks } });
  const documents = { spec: document("spec"), arch: document("arch"), qa: document("qa") };

  it("has its documents written side by side with the health check, and its backlog revised until it fits", async () => {
    const overlapping = backlog(entry("T01", ["src/a.txt"]), entry("T02", ["src/a.txt"]));
    const play = { ...documents, backlog: overlapping, revise: backlog(entry("T01", ["src/a.txt"])) };
    const crew = aCrew(tracked(), plan, play, { commands: { test: "exit 1" } });
    const manifest = await runCrew(crew);
    expect(told(manifest).sort()).toEqual([
      "backlog.1 done",
      "check.1 invalid-answer!",
      "check.2 done",
      "documents.1.arch done",
      "documents.1.qa done",
      "documents.1.spec done",
      "health.1 done!",
      "merge.1 done",
      "revise.1 done",
    ]);
    expect(manifest).toMatchObject({ outcome: "done", changes: [] });
    const revise = crew.asked.find(({ move }) => move.prompt === "revise");
    expect(revise?.given.map(({ id, member }) => `${id}${member}`).sort()).toEqual([
      "backlog",
      "check",
      "documentsarch",
      "documentsqa",
      "documentsspec",
    ]);
  });

  it("goes back to its author for notes from planning and for requirements that no task brings, as often as its recipe allows", async () => {
    const spec = answering({ document: "# A plan\n\n## Requirements\n\n1. It SHALL work.\n" });
    const large = { ...entry("T01", ["src/a.txt"]), description: "On second thought, do it." };
    const play = {
      ...documents,
      spec,
      backlog: backlog(large),
      revise: backlog(entry("T01", ["src/a.txt"])),
    };
    const manifest = await runCrew(aCrew(tracked(), plan, play, { commands: {} }));
    expect(told(manifest).filter((step) => /^(check|revise)/.test(step))).toEqual([
      "check.1 invalid-answer!",
      "revise.1 done",
      "check.2 invalid-answer!",
      "revise.2 done",
      "check.3 invalid-answer!",
    ]);
    expect(stepOf(manifest, "check.3")).toMatchObject({
      problems: [
        expect.stringContaining("no task brings R1"),
        expect.stringContaining("T01 brings no requirement"),
      ],
    });
    expect(stepOf(manifest, "check.1")).toMatchObject({
      problems: expect.arrayContaining([expect.stringContaining("notes from planning")]),
    });
    // What is left is for people to see.
    expect(manifest.outcome).toBe("done");
  });

  it("tells of a setup that fails as part of the health, and is made all the same", async () => {
    const play = { ...documents, backlog: backlog(entry("T01", ["src/a.txt"])) };
    const manifest = await runCrew(
      aCrew(tracked(), plan, play, { setup: { command: "exit 7", hosts: [] }, commands: { test: "true" } }),
    );
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "health.1")).toMatchObject({ ok: false, checks: [{ name: "setup", ok: false }] });
  });

  it("does not wait for the setup: planners are at work while it still installs", async () => {
    const flag = join(tracked().root, "started");
    const play = {
      ...documents,
      spec: `touch ${flag}; ${documents.spec}`,
      backlog: backlog(entry("T01", ["src/a.txt"])),
    };
    const waits = `for i in $(seq 200); do [ -e ${flag} ] && exit 0; sleep 0.1; done; exit 9`;
    const setup = { command: waits, hosts: [] };
    const manifest = await runCrew(aCrew(tracked(), plan, play, { setup, commands: { test: "true" } }));
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "health.1")).toMatchObject({
      ok: true,
      checks: [{ name: "setup" }, { name: "test" }],
    });
  });

  it("sets nothing up on a base whose health is known", async () => {
    const ran = join(tracked().root, "ran");
    const play = { ...documents, backlog: backlog(entry("T01", ["src/a.txt"])) };
    const known = [{ name: "test", command: "npm test", ok: true, seconds: 1, tail: "" }];
    const setup = { command: `touch ${ran}`, hosts: [] };
    const manifest = await runCrew(aCrew(tracked(), plan, play, { setup, health: known }));
    expect(stepOf(manifest, "health.1")).toMatchObject({ ok: true, checks: known });
    expect(existsSync(ran)).toBe(false);
  });

  it("without one of its documents ends with the reason of whoever owed it", async () => {
    const play = { ...documents, qa: "echo 'out of ideas' >&2; exit 3" };
    const manifest = await runCrew(aCrew(tracked(), plan, play));
    expect(manifest).toMatchObject({
      outcome: "crashed",
      reason: expect.stringMatching(/^qa: .*out of ideas/s),
    });
    expect(told(manifest)).toContain("documents.1.spec done");
  });

  it("whose backlog never fits leaves what is wrong with it to people", async () => {
    const wrong = backlog(entry("T01", ["src/a.txt"]), entry("T02", ["src/a.txt"]));
    const manifest = await runCrew(aCrew(tracked(), plan, { ...documents, backlog: wrong, revise: wrong }));
    expect(manifest.outcome).toBe("done");
    expect(manifest.steps.filter(({ id }) => id === "check").at(-1)).toMatchObject({
      ok: false,
      problems: [expect.stringContaining("T01 and T02 may both change src/a.txt")],
    });
  });

  it("puts a document that is no document back to its author", async () => {
    const play = { ...documents, spec: answering({ document: "no heading" }) };
    const manifest = await runCrew(aCrew(tracked(), plan, play));
    expect(manifest).toMatchObject({
      outcome: "invalid-answer",
      reason: expect.stringContaining("no heading"),
    });
  });
});

describe("other recipes", () => {
  it("verify: the commands run on the tree as it is, and an unmet criterion is told", async () => {
    const criteria = [{ criterion: "T01.1", met: false, evidence: "none" }];
    const play = { verify: `echo two >src/a.txt; ${answering({ summary: "s", criteria })}` };
    const manifest = await runCrew(
      aCrew(tracked(), aRecipe("verify"), play, { commands: { test: "grep -q two src/a.txt" } }),
    );
    expect(told(manifest)).toEqual(["check.1 checks-failed!", "verify.1 done!"]);
    expect(manifest).toMatchObject({ outcome: "done", changes: [] });
  });

  it.each([
    ["goes back to the verifier once", [{ criterion: "T01.1", met: true, evidence: "src/a.txt:1" }], "done"],
    ["a second time ends the job with what is missing", [], "invalid-answer"],
  ])("verify: an answer that leaves a criterion out %s", async (_, second, outcome) => {
    const criteria = [{ id: "T01.1", task: "T01" as const, text: "It works." }];
    const tree = tracked();
    const answers = [[], second].map((said) => answering({ summary: "s", criteria: said }));
    const asked = join(tree.root, "asked");
    const verify = `if [ -e ${asked} ]; then ${answers[1]}; else touch ${asked}; ${answers[0]}; fi`;
    const crew = aCrew(tree, aRecipe("verify"), { verify }, { criteria });
    const manifest = await runCrew(crew);
    expect(manifest).toMatchObject({ outcome });
    expect(crew.asked.map(({ again }) => again)).toEqual([
      undefined,
      expect.stringContaining('T01.1 is missing ("It works.")'),
    ]);
  });

  it("rollback: reverts without an agent, then runs the commands on the result", async () => {
    const tree = tracked();
    tree.write("first.txt", "1\n");
    const first = tree.commit("T01");
    tree.write("second.txt", "2\n");
    const second = tree.commit("T02");
    const manifest = await runCrew(
      aCrew(
        tree,
        aRecipe("rollback"),
        {},
        {
          base: second,
          reverts: [
            { task: "T02", sha: second },
            { task: "T01", sha: first },
          ],
          commands: { test: "test ! -e first.txt" },
        },
      ),
    );
    expect(told(manifest)).toEqual(["revert.1 done", "check.1 done"]);
    expect(stepOf(manifest, "revert.1")).toMatchObject({ reverted: ["T02", "T01"] });
    expect(manifest.changes).toEqual([
      { path: "first.txt", deleted: true },
      { path: "second.txt", deleted: true },
    ]);
  });

  it("rollback: takes along what the archived plan promised in specs/, and says what a person should look at", async () => {
    const tree = tracked({ "specs/export/spec.md": "# export\n\n## Old\n\nWHEN x\nTHEN y\n" });
    tree.write("first.txt", "1\n");
    const first = tree.commit("T01");
    const delta = (title: string) => `#### Added: ${title}\n\nWHEN a\nTHEN ${title}\n`;
    const spec = `# Spec\n\n## Spec changes\n\n### Capability: export\n\n${delta("Rows")}\n${delta("Order")}`;
    const task = (id: string, name: string) =>
      `  - { id: ${id}, title: ${name}, description: x, acceptance: [${name} work], scope: { files_hint: [a] } }\n`;
    tree.write("specs/archive/2026-11-18-42-x/SPEC.md", spec);
    tree.write(
      "specs/archive/2026-11-18-42-x/BACKLOG.yaml",
      `version: 1\ntasks:\n${task("T01", "Rows")}${task("T02", "Columns")}`,
    );
    const section = (title: string) => `## ${title}\n\nWHEN a\nTHEN ${title}\n`;
    tree.write(
      "specs/export/spec.md",
      `# export\n\n## Old\n\nWHEN x\nTHEN y\n\n${section("Rows")}\n${section("Order")}`,
    );
    const base = tree.commit("archive");
    const reverts = [{ task: "T01" as const, sha: first }];
    const manifest = await runCrew(
      aCrew(tree, aRecipe("rollback"), {}, { base, reverts, stays: ["T02"], commands: { test: "true" } }),
    );
    expect(manifest.changes.map(({ path }) => path)).toEqual(["first.txt", "specs/export/spec.md"]);
    expect(manifest.notes).toEqual([
      { type: "spec-unfolded", path: "specs/export/spec.md", taken: ["Rows"], restored: [], look: ["Order"] },
    ]);
    expect(readFileSync(join(tree.folder, "specs/export/spec.md"), "utf8")).toBe(
      `# export\n\n## Old\n\nWHEN x\nTHEN y\n\n${section("Order")}`,
    );
  });

  it("rollback: follows no link in the place of an archived plan or of a spec", async () => {
    const tree = tracked({ "specs/export/spec.md": "# export\n" });
    tree.write("first.txt", "1\n");
    const first = tree.commit("T01");
    const delta =
      "# Spec\n\n## Spec changes\n\n### Capability: export\n\n#### Added: Rows\n\nWHEN a\nTHEN b\n";
    const outside = join(tree.root, "outside.md");
    writeFileSync(outside, "# export\n\n## Rows\n\nWHEN a\nTHEN b\n");
    tree.write("specs/archive/2026-11-18-42-x/SPEC.md", delta);
    rmSync(join(tree.folder, "specs/export/spec.md"));
    symlinkSync(outside, join(tree.folder, "specs/export/spec.md"));
    const base = tree.commit("archive");
    const reverts = [{ task: "T01" as const, sha: first }];
    const manifest = await runCrew(aCrew(tree, aRecipe("rollback"), {}, { base, reverts }));
    expect(manifest.changes.map(({ path }) => path)).toEqual(["first.txt"]);
    expect(readFileSync(outside, "utf8")).toContain("## Rows");
  });

  it("rollback: stands where the setup fails, and names the files in conflict", async () => {
    const tree = tracked({ "a.txt": "one\n" });
    tree.write("a.txt", "two\n");
    const sha = tree.commit("T01");
    const setup = { command: "exit 7", hosts: [] };
    const more = { base: sha, setup, reverts: [{ task: "T01" as const, sha }], commands: { test: "true" } };
    const manifest = await runCrew(aCrew(tree, aRecipe("rollback"), {}, more));
    expect(told(manifest)).toEqual(["revert.1 done", "check.1 setup!"]);
    expect(manifest.outcome).toBe("done");

    using other = aWorkTree({ "a.txt": "one\n" });
    other.write("a.txt", "two\n");
    const early = other.commit("T01");
    other.write("a.txt", "three\n");
    const base = other.commit("T02");
    const conflict = await runCrew(
      aCrew(other, aRecipe("rollback"), {}, { base, reverts: [{ task: "T01", sha: early }] }),
    );
    expect(conflict).toMatchObject({ outcome: "done", changes: [] });
    expect(stepOf(conflict, "revert.1")).toMatchObject({ reverted: [], conflicts: ["a.txt"] });
  });

  it("health: the setup and the commands, on a commit that no agent has touched", async () => {
    const manifest = await runCrew(
      aCrew(
        tracked(),
        aRecipe("health"),
        {},
        {
          setup: { command: "echo installed", hosts: [] },
          commands: { test: "true", lint: "exit 1" },
        },
      ),
    );
    expect(stepOf(manifest, "health.1")).toMatchObject({
      ok: true,
      checks: [{ name: "setup", ok: true }, { name: "lint", ok: false }, { name: "test" }],
    });
    expect(manifest.outcome).toBe("done");
  });

  it("review: nobody to review is no failure; all reviewers failing is one", async () => {
    const alone = await runCrew(
      aCrew(tracked(), aRecipe("review"), {}, { scope: { limits: { fixes: 1 }, reviewers: [], text: "" } }),
    );
    expect(alone.outcome).toBe("done");
    using tree = aWorkTree();
    const failed = await runCrew(aCrew(tree, aRecipe("review"), { review: "exit 3" }));
    expect(failed).toMatchObject({ outcome: "crashed", reason: expect.stringContaining("reviewer: ") });
  });
});

describe("a crew that is cancelled", () => {
  it("ends all its members, and keeps what they had done", async () => {
    const recipe = recipeOf(
      "name: r\nkind: task\ndescription: x\nsteps:\n  - parallel:\n      - { id: implement, agent: { role: auto, prompt: task, answer: change } }\n      - { id: check, run: commands }\n",
    );
    const tree = tracked();
    const stop = new AbortController();
    const crew = aCrew(
      tree,
      recipe,
      { task: "echo x >src/new; echo begun >&2; sleep 60" },
      {
        signal: stop.signal,
        commands: { test: "sleep 60" },
      },
    );
    const started = Date.now();
    const running = runCrew(crew);
    while (!crew.shown.includes("[implement 1] begun")) await new Promise((wake) => setTimeout(wake, 20));
    stop.abort();
    const manifest = await running;
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(told(manifest).sort()).toEqual(["check.1 cancelled!", "implement.1 cancelled!"]);
    expect(manifest).toMatchObject({ outcome: "cancelled", changes: [{ path: "src/new" }] });
    // It could say how it ended, so there is nothing to rescue.
    expect(existsSync(join(tree.root, "logs", "crew.json"))).toBe(false);
  });
});
