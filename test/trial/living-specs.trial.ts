import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inspectRepository } from "../../core/inspect/inspect-repository.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";
import { anOpenSpec } from "./an-openspec.ts";

const openspec = await anOpenSpec();
const config = `reviewers: []
commands: { test: "true" }
`;
const files = {
  "src/export/rows.txt": "rows\n",
  "specs/report/spec.md": "# report\n\n## Totals\n\n- WHEN entries are reported\n- THEN each has its total\n",
};

/** A track of one task with these spec changes. */
function aPlot(file: string, changes: string, report?: string): Plot {
  const document = `# A plan\n\n## Requirements\n\n- It works.\n\n## Spec changes\n\n${changes}`;
  return {
    tasks: [{ id: "T01", files: [file] }],
    steps: {
      spec: [{ answer: { document } }],
      retrofit: [{ answer: { title: "export", report: report ?? "Nothing." } }],
    },
  };
}

const totals = (words: string) =>
  `### Capability: report\n\n#### Modified: Totals\n\n- WHEN entries are reported\n- THEN ${words}\n`;
const csv = "\n#### Added: CSV\n\n- WHEN a report is written as CSV\n- THEN it has one line for each row\n";

interface Going {
  issue: number;
  pull: number;
  branch: string;
}

describe("specs that live with the code", () => {
  let world: ScriptedWorld;
  let first: Going;
  let second: Going;
  const readAt = async (ref: string, file: string) =>
    (await world.forge.actions.readFile(world.repo, ref, file)) ?? "";
  const day = () => new Date().toISOString().slice(0, 10);

  beforeAll(async () => {
    world = await aScriptedWorld({ mode: "app", config, files });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function propose(title: string, plot: Plot): Promise<Going> {
    world.tell(plot);
    const { issue, pull } = await plan(world, title);
    return { issue, pull, branch: (await world.maintainer.pull(pull)).head.ref };
  }

  async function makeReady({ issue, pull }: Going): Promise<void> {
    await ask(world, world.maintainer, pull, "/approve");
    await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/T01`), "/approve");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
  }

  /** All files of a commit below a folder. */
  async function filesAt(ref: string, under: string): Promise<{ path: string; text: string }[]> {
    const { data } = await world.maintainer.octokit.rest.git.getTree({
      ...where,
      tree_sha: ref,
      recursive: "1",
    });
    const paths = data.tree.flatMap(({ path, type }) =>
      type === "blob" && path?.startsWith(under) ? [path] : [],
    );
    return Promise.all(paths.map(async (path) => ({ path, text: await readAt(ref, path) })));
  }

  it("tells the second of two open tracks that change the same requirement, and not the first", async () => {
    first = await propose("Hours", aPlot("src/hours.txt", `${totals("each has its hours")}${csv}`));
    second = await propose("Minutes", aPlot("src/minutes.txt", totals("each has its minutes")));
    const [one, two] = await Promise.all([first, second].map(({ pull }) => world.maintainer.pull(pull)));
    expect(two?.body).toMatch(new RegExp(`#${first.issue}\\b.*Totals`));
    expect(one?.body).not.toContain(`#${second.issue}`);
  });

  it("folds both as they were approved, each on its own branch", async () => {
    await makeReady(first);
    await makeReady(second);
    const folded = await readAt(first.branch, "specs/report/spec.md");
    expect(folded).toMatch(/## Totals[\s\S]*its hours[\s\S]*## CSV/);
    expect(await readAt(second.branch, "specs/report/spec.md")).toContain("its minutes");
    expect(await readAt(first.branch, `specs/archive/${day()}-${first.branch.slice(4)}/SPEC.md`)).toContain(
      "CSV",
    );
  });

  it("makes the second's archive anew when the first is merged", async () => {
    const before = (await world.maintainer.pull(second.pull)).head.sha;
    await world.maintainer.merge(first.pull);
    await world.idle();
    await world.tick();
    await world.idle();
    expect(await readTrack(world, second.issue)).toMatchObject({ phase: "ready", jobs: [], outbox: [] });
    const { head, mergeable } = await world.maintainer.pull(second.pull);
    expect(head.sha).not.toBe(before);
    expect(mergeable).toBe(true);
    const folded = await readAt(second.branch, "specs/report/spec.md");
    expect(folded).toContain("its minutes");
    expect(folded).toContain("## CSV");
    expect(folded).not.toContain("its hours");
    const archives = (await filesAt(second.branch, "specs/archive/")).map(({ path }) => path.split("/")[2]);
    expect([...new Set(archives)].sort()).toEqual(
      [first, second].map(({ branch }) => `${day()}-${branch.slice(4)}`).sort(),
    );
    expect((await filesAt(second.branch, "specs/changes/")).map(({ path }) => path)).toEqual([]);
  });

  it("takes an open track back into its own branch: its specs are what the default branch has", async () => {
    const heard = await ask(world, world.maintainer, second.issue, "/rollback --track");
    const pull = await pullFrom(world, `gsd-rollback/${second.issue}/`);
    expect(heard.text).toBe(`The rollback of T01 is in #${pull}: comment \`/approve\` on it.`);
    const { base, body } = await world.maintainer.pull(pull);
    expect(base.ref).toBe(second.branch);
    expect(body).toContain("`Totals` in `specs/report/spec.md` is as it was before.");
    await ask(world, world.maintainer, pull, "/approve");
    expect(await world.maintainer.pull(pull)).toMatchObject({ merged: true });
    expect(await readAt(second.branch, "src/minutes.txt")).toBe("");
    expect(await readAt(second.branch, "specs/report/spec.md")).toBe(
      await readAt("main", "specs/report/spec.md"),
    );
    expect(await readThread(world, second.issue)).toMatch(
      /no task of #\d+ is merged: T01 is left out\. #\d+ holds nothing but the archived plan\. Comment `\/cancel`/,
    );
    expect((await ask(world, world.maintainer, second.issue, "/rollback --track")).text).toContain(
      "nothing to roll back. Comment `/cancel`",
    );
    await ask(world, world.maintainer, second.issue, "/cancel");
    expect(await readTrack(world, second.issue)).toMatchObject({ phase: "cancelled", outbox: [] });
  });

  it("takes a merged track back with its spec changes, into the default branch", async () => {
    const heard = await ask(world, world.maintainer, first.issue, "/rollback --track");
    const pull = await pullFrom(world, `gsd-rollback/${first.issue}/`);
    expect(heard.text).toBe(`The rollback of T01 is in #${pull}: merge it with GitHub's button.`);
    const { base, head, body } = await world.maintainer.pull(pull);
    expect(base.ref).toBe("main");
    expect(body).toContain("`specs/report/spec.md` does not promise `CSV` any more. `Totals` in");
    expect(await readAt(head.sha, "specs/report/spec.md")).toBe(files["specs/report/spec.md"]);
    expect(await readAt(head.sha, "src/hours.txt")).toBe("");
    expect((await ask(world, world.maintainer, pull, "/approve")).text).toContain("where gsd never merges");
    await world.maintainer.merge(pull);
    await world.idle();
    expect((await readTrack(world, first.issue)).rollbacks).toMatchObject([{ status: "completed" }]);
    expect((await ask(world, world.maintainer, first.issue, "/rollback --track")).text).toBe(
      "All that was merged of this track is rolled back already.",
    );
  });

  it("writes the spec of a folder that has none, as a pull request that the validator accepts", async () => {
    const issue = await world.maintainer.openIssue({ title: "No spec", body: "Please." });
    expect((await ask(world, world.maintainer, issue, "/run retrofit src/none")).text).toContain("no folder");
    world.tell(aPlot("x", "", "It writes rows.\n\n## Rows\n\nNothing more."));
    const refused = await ask(world, world.maintainer, issue, "/run retrofit src/export");
    expect(refused.text).toMatch(/failed: .*"Rows" should say WHEN and THEN/);
    world.tell(
      aPlot("x", "", "It writes rows.\n\n## Rows\n\n- WHEN rows are written\n- THEN each is a line\n"),
    );
    const heard = await ask(world, world.maintainer, issue, "/run retrofit src/export");
    const pull = await pullFrom(world, "gsd-report/");
    expect(heard.text).toContain(`is ready in #${pull}`);
    const { head, base } = await world.maintainer.pull(pull);
    expect(base.ref).toBe("main");
    const own = await filesAt(head.sha, "specs/");
    expect(own.find(({ path }) => path === "specs/export/spec.md")?.text).toMatch(
      /^# export\n\nIt writes rows/,
    );
    expect(inspectRepository({ shipped: [], own, unreadable: [] }).problems).toEqual([]);
    await world.maintainer.merge(pull);
    await world.idle();
    expect((await ask(world, world.maintainer, issue, "/run retrofit src/export")).text).toContain(
      "specs/export/spec.md",
    );
  });

  it.skipIf(openspec.whyNot !== "")(
    `keeps OpenSpec's layout where a repository has it${openspec.whyNot}`,
    async () => {
      await edit(world.writer, "main", "openspec/config.yaml", "schema: spec-driven\n");
      const changes = `### Capability: minutes

Tells people how long something took, in minutes, whenever they ask for it.

#### Added: Minutes

The report SHALL end with its minutes.

- WHEN a report is asked for
- THEN its last line is its minutes
`;
      const third = await propose("In minutes", aPlot("src/third.txt", changes));
      await makeReady(third);
      const purpose = "## Purpose\n\nIt writes the rows of a table, one line for each of them, in order.\n";
      const requirement =
        "### Requirement: Rows\n\nEach row MUST be a line.\n\n#### Scenario: Two rows\n\n- **WHEN** two rows are written\n- **THEN** there are two lines\n";
      world.tell(aPlot("x", "", `${purpose}\n## Requirements\n\n${requirement}`));
      await ask(world, world.maintainer, third.issue, "/run retrofit src");
      const pull = await pullFrom(world, "gsd-report/");
      const folder = mkdtempSync(join(tmpdir(), "gsd-living-"));
      const heads = [third.branch, (await world.maintainer.pull(pull)).head.sha];
      for (const ref of heads)
        for (const { path, text } of await filesAt(ref, "openspec/")) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
      const found =
        "ask" in openspec
          ? await openspec.ask(folder, "validate", "--specs", "--strict", "--json", "--no-interactive")
          : "{}";
      rmSync(folder, { recursive: true });
      const { items } = JSON.parse(found) as { items: { id: string; valid: boolean; issues: unknown[] }[] };
      expect(items.map(({ id, valid }) => `${id} ${valid}`).sort()).toEqual(["minutes true", "src true"]);
      const archived = (await filesAt(third.branch, "openspec/changes/archive/")).map(({ path }) =>
        path.split("/").slice(4).join("/"),
      );
      expect(archived.sort()).toEqual([
        ".openspec.yaml",
        "design.md",
        "proposal.md",
        "specs/minutes/spec.md",
        "tasks.md",
      ]);
      expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
    },
  );
});
