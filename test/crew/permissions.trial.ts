import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadManifest } from "../../adapters/git/load-manifest.ts";
import type { PermissionRule } from "../../core/model/config/permissions.ts";
import { manifestSchema } from "../../core/model/manifest.ts";
import { createValidator } from "../../core/model/validate.ts";
import type { PermissionTerms } from "../../core/permissions/judge-request.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { aCrew, answering, aRecipe, fine, type Play, stepOf, summary, told } from "./a-crew.ts";
import { detection, openly, sealed, whyNot } from "./sandbox/sandboxes.ts";

const task = aRecipe("task");
const validate = createValidator(manifestSchema);
const trees: WorkTree[] = [];

afterEach(async () => {
  for (const tree of trees.splice(0)) {
    const { manifest } = await loadManifest(tree.out);
    expect(validate(manifest)).toMatchObject({ ok: true });
    tree[Symbol.dispose]();
  }
});

const files = {
  "src/a.txt": "one\n",
  "secrets/key.txt": "canary-1\n",
  "secrets/deep/more.txt": "canary-2\n",
  "docs/plan.txt": "fine\n",
  "docs/salaries.txt": "canary-3\n",
};

function rule(
  scope: PermissionRule["scope"],
  words: string,
  decision: PermissionRule["decision"],
): PermissionRule {
  const [action = "*", pattern = "*"] = words.split(" ");
  return { scope, action: action as PermissionRule["action"], pattern, decision };
}

interface Case {
  rules: PermissionRule[];
  play: Play;
  terms?: Partial<PermissionTerms>;
  commands?: Record<string, string>;
  sandbox?: typeof sealed;
}

async function run({ rules, play, terms = {}, commands = {}, sandbox = sealed }: Case) {
  const tree = aWorkTree(files);
  trees.push(tree);
  const crew = aCrew(
    tree,
    task,
    { review: fine, ...play },
    {
      sandbox,
      commands,
      scope: { limits: { fixes: 1 }, reviewers: ["reviewer"], text: "" },
      permissions: { rules, decided: [], mayAsk: true, ...terms },
    },
  );
  const manifest = await runCrew(crew);
  return { tree, manifest, said: crew.shown.join("\n") };
}

const write = (path: string) => `mkdir -p "$(dirname ${path})"; echo two >${path}`;

describe("a file that takes a person's leave", () => {
  const rules = [rule("file", "write infra/**", "ask"), rule("file", "delete *", "ask")];
  const play = { task: `${write("infra/main.tf")}; ${write("src/b.txt")}; ${summary}` };

  it("stops the step, says what and by which rule, and keeps the rest of the work", async () => {
    const { manifest } = await run({ rules, play });
    expect(manifest.outcome).toBe("asked");
    expect(told(manifest)).toEqual(["implement.1 asked!"]);
    expect(stepOf(manifest, "implement.1")).toMatchObject({
      wants: [
        {
          scope: "file",
          action: "write",
          target: "infra/main.tf",
          why: "Did it.",
          rule: { pattern: "infra/**" },
        },
      ],
    });
    // Nothing of it leaves the machine before somebody has said yes.
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/b.txt"]);
  });

  it("is asked about when it is deleted, too", async () => {
    const { manifest } = await run({ rules, play: { task: `rm docs/plan.txt; ${summary}` } });
    expect(stepOf(manifest, "implement.1")).toMatchObject({
      wants: [{ action: "delete", target: "docs/plan.txt" }],
    });
  });

  it("is written once a person has allowed exactly that", async () => {
    const request = { scope: "file", action: "write", target: "infra/main.tf" } as const;
    const decided = [{ request, allowed: true }];
    const { manifest } = await run({ rules, play, terms: { decided } });
    expect(manifest).toMatchObject({ outcome: "done" });
    expect(manifest.changes.map(({ path }) => path)).toEqual(["infra/main.tf", "src/b.txt"]);
    const other = { task: `${write("infra/other.tf")}; ${summary}` };
    expect((await run({ rules, play: other, terms: { decided } })).manifest.outcome).toBe("asked");
  });

  it("goes back to the agent where a person has denied it, and where nobody can be asked", async () => {
    const request = { scope: "file", action: "write", target: "infra/main.tf" } as const;
    const fix = `cat >&2; rm -r infra; ${summary}`;
    for (const terms of [{ decided: [{ request, allowed: false }] }, { mayAsk: false }]) {
      const { manifest } = await run({ rules, play: { ...play, fix }, terms });
      const gate = stepOf(manifest, "gate.1");
      expect(gate).toMatchObject({ ok: false, problems: [expect.stringContaining("infra/main.tf")] });
      expect(manifest).toMatchObject({ outcome: "done", changes: [{ path: "src/b.txt" }] });
    }
  });
});

describe.skipIf(!detection.available)(`what an agent may not read or run${whyNot}`, () => {
  const hidden = [rule("file", "read secrets/**", "deny"), rule("file", "read docs/salaries.txt", "deny")];
  const look =
    "cat secrets/key.txt secrets/deep/more.txt docs/salaries.txt >&2; git show HEAD:secrets/key.txt >&2; git log >&2; " +
    "cat .git/objects/*/* >&2; ls -R secrets >&2; cp -r docs d2 2>&1; cat d2/salaries.txt >&2; rm -r d2; cat docs/plan.txt >&2;";

  it("is not there for agents, in history either, nor for the commands that run what they wrote", async () => {
    const { manifest, tree, said } = await run({
      rules: hidden,
      play: { task: `${look} ${write("src/b.txt")}; ${summary}`, review: `${look} ${fine}` },
      commands: { test: look.replaceAll(">&2", "") },
    });
    expect(told(manifest), JSON.stringify(manifest.steps)).toContain("review.1.reviewer done");
    const all = said + JSON.stringify(manifest);
    expect(all).toContain("fine");
    expect(all).not.toContain("canary-");
    // What was hidden is as it was, and no part of the change.
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/b.txt"]);
    expect(readFileSync(join(tree.folder, "secrets/key.txt"), "utf8")).toBe("canary-1\n");
    expect(existsSync(join(tree.folder, ".git/HEAD"))).toBe(true);
  });

  it("cannot be run by any name that the machine has for it, and says so", async () => {
    const rules = [rule("command", "run tac", "deny"), rule("command", "run awk", "deny")];
    const tries =
      "tac src/a.txt; /usr/bin/tac src/a.txt; awk 1 src/a.txt; mawk 1 src/a.txt; cp /usr/bin/tac t; ./t src/a.txt";
    const { manifest, said } = await run({
      rules,
      play: { task: `( ${tries} ) >&2; rm -f t; ${write("src/b.txt")}; ${summary}` },
    });
    expect(manifest.outcome).toBe("done");
    expect(said.match(/tac: not permitted here/g)?.length).toBeGreaterThanOrEqual(2);
    expect(said).toMatch(/awk: not permitted here/);
    expect(said).not.toMatch(/^one$/m);
  });

  it("asks for a program that takes leave when it is tried or wished for, and runs it once it is allowed", async () => {
    const rules = [rule("command", "run tac", "ask")];
    const tried = await run({ rules, play: { task: `tac src/a.txt >src/b.txt; ${summary}` } });
    expect(stepOf(tried.manifest, "implement.1")).toMatchObject({
      outcome: "asked",
      wants: [{ scope: "command", action: "run", target: "tac", rule: { decision: "ask" } }],
    });
    const wish = { scope: "command", action: "run", target: "tac", why: "to turn it round" };
    const wished = await run({
      rules,
      play: { task: answering({ summary: "Not yet.", permissions: [wish] }) },
    });
    expect(stepOf(wished.manifest, "implement.1")).toMatchObject({ outcome: "asked", wants: [wish] });
    const request = { scope: "command", action: "run", target: "tac" } as const;
    const allowed = await run({
      rules,
      play: { task: `printf 'a\\nb\\n' | tac >src/b.txt; ${summary}` },
      terms: { decided: [{ request, allowed: true }] },
    });
    expect(allowed.manifest).toMatchObject({ outcome: "done", changes: [{ path: "src/b.txt", size: 4 }] });
  });

  it("hears at once that nobody is asked for what is denied", async () => {
    const wish = { scope: "command", action: "run", target: "tac", why: "please" };
    const { manifest } = await run({
      rules: [rule("command", "run tac", "deny")],
      play: { task: answering({ summary: "Not yet.", permissions: [wish] }) },
    });
    expect(manifest).toMatchObject({
      outcome: "invalid-answer",
      reason: expect.stringContaining("command run tac: deny"),
    });
  });
});

it("does not begin without a sandbox where rules need one", async () => {
  const { manifest } = await run({
    rules: [rule("command", "run tac", "deny")],
    play: { task: summary },
    sandbox: openly,
  });
  expect(manifest).toMatchObject({ outcome: "config", reason: expect.stringContaining("sandbox: off") });
});
