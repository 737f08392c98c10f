import { describe, expect, it } from "vitest";
import { aRegistry, lockOf } from "../crew/setup/a-registry.ts";
import { aScriptedWorld, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

async function sticky(world: ScriptedWorld, issue: number): Promise<string> {
  const comments = await world.maintainer.comments(issue);
  return comments.find((one) => one.body?.includes("gsd:sticky"))?.body ?? "";
}

const foreign = {
  "package.json": JSON.stringify({ scripts: { test: "vitest run" }, devDependencies: { vitest: "1.0.0" } }),
  "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
  "pyproject.toml": '[project]\nname = "tally"\nversion = "1"\n[tool.mypy]\nstrict = true\n',
};

describe.each(["app", "action"] as const)(
  "the first label on a repository whose tools are not there (%s)",
  (mode) => {
    it("is not told to repair the default branch: wrong guesses are left out, told, and stay left out", async () => {
      await using world = await aScriptedWorld({ mode, plot: { tasks: [{ id: "T01" }] }, files: foreign });
      const { maintainer } = world;
      const { issue, pull } = await plan(world);
      const thread = await readThread(world, issue);
      expect(thread).not.toContain("no task starts");
      const { body } = await maintainer.pull(pull);
      const said =
        /gsd guessed `pnpm install --frozen-lockfile.*` and `pnpm run test` and left them out: `pnpm` is not installed here\. gsd guessed `python3 -m mypy \.` and left it out: .*\(`setup: \{ command: false \}` and `commands: \{ typecheck: false, test: false \}`\), then comment `\/resume`\./;
      expect(body).toMatch(said);
      expect(body?.match(/gsd guessed `pnpm/g)).toHaveLength(1);
      expect(await sticky(world, issue)).toMatch(said);
      await ask(world, maintainer, pull, "/approve");
      const task = await pullFrom(world, `gsd-task/${issue}/T01`);
      expect((await maintainer.pull(task)).body).toContain("**Not checked:**");
      expect(await readTrack(world, issue)).toMatchObject({
        tasks: { T01: { proposal: { checks: "none" } } },
      });

      // Told what works, the base is checked again, and what was left out is run.
      await edit(maintainer, "main", ".github/gsd.yml", "commands: { typecheck: false, test: echo fine }\n");
      await ask(world, maintainer, issue, "/resume");
      expect(await readTrack(world, issue)).toMatchObject({
        health: { outcome: "done", result: { checks: [{ command: "echo fine", ok: true }] } },
      });
      expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
    });
  },
);

describe("tasks that add dependencies", () => {
  const left = { name: "left-pad", version: "1.0.0", exports: "7" };
  const right = { name: "right-pad", version: "2.0.0", exports: "8" };
  const app = { name: "app", version: "1.0.0", scripts: { test: "node check.cjs" } };
  const check = `for (const name of Object.keys(require("./package.json").dependencies)) require(name);\n`;

  it("get them, with the lockfile; one from a new host is a person's to allow, and its work is kept", async () => {
    using registry = await aRegistry([left, right]);
    const base = { ...app, dependencies: { "left-pad": "1.0.0" } };
    const more = { ...app, dependencies: { ...base.dependencies, "right-pad": "2.0.0" } };
    const address = "https://new.example.org/other.tgz";
    const other = { ...app, dependencies: { ...more.dependencies, other: address } };
    const file = (value: object) => ({ "package.json": JSON.stringify(value) });
    const files = {
      ...{ ...file(base), "package-lock.json": lockOf(base, [left], registry.url), "check.cjs": check },
      ...{ ".npmrc": `registry=${registry.url}/\nfetch-retries=0\n`, ".gitignore": "node_modules/\n" },
    };
    const tasks = [
      { id: "T01", files: ["package.json"] },
      { id: "T02", files: ["package.json"], after: ["T01"] },
    ];
    const steps = {
      "task T01": [{ files: file(more) }],
      "task T02": [{ files: file(other) }],
    };
    await using world = await aScriptedWorld({ config: "sandbox: off\n", plot: { tasks, steps }, files });
    const { maintainer } = world;
    const { issue, pull } = await plan(world);
    expect((await maintainer.pull(pull)).body).toMatch(
      /✅ `npm ci` passes on the base.*✅ `npm test` passes on the base/,
    );
    await ask(world, maintainer, pull, "/approve");

    const first = await pullFrom(world, `gsd-task/${issue}/T01`);
    expect((await maintainer.pull(first)).body).toContain("✅ `npm test`");
    const { data } = await maintainer.octokit.rest.pulls.listFiles({ ...where, pull_number: first });
    expect(data.map(({ filename }) => filename)).toEqual(["package-lock.json", "package.json"]);
    await ask(world, maintainer, first, "/approve");

    const thread = await readThread(world, issue);
    expect(thread).toMatch(/T02 failed after 1 attempt: the configuration does not allow it \(`config`\)/);
    expect(thread).toContain("`package.json` takes packages from `new.example.org`");
    expect(thread).toMatch(/write `setup: \{ hosts: \[.*new\.example\.org\] \}` into `\.github\/gsd\.yml`/);
    expect(thread).toMatch(/Its work so far is kept on `gsd-task\/\d+\/T02`/);

    // Allowed, it is installed from where it is; that fails here, and is told with its reason.
    await edit(maintainer, "main", ".github/gsd.yml", "sandbox: off\nsetup: { hosts: [new.example.org] }\n");
    await ask(world, maintainer, issue, "/retry T02");
    expect(await readThread(world, issue)).toMatch(
      /`new\.example\.org` (was not found by name|did not answer|refused)/,
    );
    expect(await readTrack(world, issue)).toMatchObject({ tasks: { T02: { status: "failed" } } });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});
