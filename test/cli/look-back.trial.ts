import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleGit } from "simple-git";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, plan, pullFrom, where } from "../e2e/a-visit.ts";
import { aWorld } from "../e2e/a-world.ts";
import { gsd } from "./run-gsd.ts";

/** How it reads any ledger: look-back.test.ts. */
describe("looking back on a story", () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-look-back-"));
  const clone = join(folder, "clone");
  let world: Awaited<ReturnType<typeof aWorld>>;
  let api: { GH_TOKEN: string; GITHUB_API_URL: string };
  const inClone = (...args: string[]) => gsd(args, { cwd: clone });
  const byApi = (...args: string[]) => gsd([...args, "--repo", world.repo], { env: api });
  const fetch = () => simpleGit(clone).raw("fetch", "--quiet", "--prune", "origin");
  beforeAll(async () => {
    world = await aWorld();
    api = { GH_TOKEN: world.tokens.maintainer, GITHUB_API_URL: world.forge.urls.api };
    const { issue, pull } = await plan(world, "CSV export");
    await ask(world, world.writer, pull, "/approve");
    await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/`), "/approve");
    await ask(world, world.maintainer, issue, "/pause");
    const address = `${world.forge.urls.server.replace("//", `//x:${world.tokens.maintainer}@`)}/${world.repo}.git`;
    await simpleGit(folder).clone(address, clone);
  }, 120_000);

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true });
  });

  it("status says what the progress comment says, the same from a clone and through the API", async () => {
    const [mine, theirs] = [await inClone("status", "--json"), await byApi("status", "--json")];
    const [here, there] = [JSON.parse(mine.stdout), JSON.parse(theirs.stdout)];
    expect(here.tracks).toMatchObject([
      {
        issue: 1,
        phase: "executing",
        paused: true,
        progress: { done: 1, tasks: 6 },
        next: { type: "resume" },
      },
    ]);
    expect(there.tracks).toEqual(here.tracks);
    expect([mine.status, theirs.status]).toEqual([0, 0]);
    const { stdout } = await inClone("status");
    expect(stdout).toMatch(/^1 track waits for you\n#1 CSV .*export\n/);
    expect(stdout).toContain("Next: comment `/resume` when it should go on.");
    expect(stdout).toMatch(/From origin\/gsd\/ledger at [0-9a-f]{7}/);
  });

  it("status 1 has the tasks, within the columns of a terminal", async () => {
    const { stdout } = await inClone("status", "1");
    expect(stdout).toMatch(/T01 +Turn a report into rows +merged +#3 +passed +ok/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("audit rebuilds who asked, who approved which commit and which job did what", async () => {
    const { stdout, status } = await inClone("audit", "--json");
    const { entries, unexplained } = JSON.parse(stdout);
    const { data: plan } = await world.maintainer.octokit.rest.pulls.get({ ...where, pull_number: 2 });
    expect({ unexplained, status }).toEqual({ unexplained: [], status: 0 });
    expect(entries).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: "ask", what: "plan", actor: "maintainer", issue: 1 }),
        expect.objectContaining({ action: "approve", what: "plan", actor: "writer", pull: plan.number }),
        expect.objectContaining({ action: "approve", what: "task", task: "T01", actor: "maintainer" }),
        expect.objectContaining({
          action: "job",
          job: "1/task/T01/1",
          outcome: "done",
          by: "script",
          artifact: expect.stringMatching(/^[0-9a-f]{64}$/),
        }),
        expect.objectContaining({ action: "merge", task: "T01" }),
        expect.objectContaining({ action: "pause", heard: [expect.stringMatching(/^c\d+$/)] }),
      ]),
    );
    const past = JSON.parse((await byApi("audit", "--json")).stdout);
    expect(past.entries.map(withoutTime)).toEqual(entries.map(withoutTime));
    expect(past.unexplained).toEqual([]);
  });

  it("audit shows only what is asked for", async () => {
    const { entries } = JSON.parse((await inClone("audit", "--actor", "Writer", "--json")).stdout);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["command", "approve", "phase"]);
    const { stdout } = await inClone("audit", "--action", "approve", "--since", "2099-01-01");
    expect(stdout).toMatch(/^No entry fits\./);
  });

  it("audit flags what no entry explains", async () => {
    const { git, issues } = world.maintainer.octokit.rest;
    const { data } = await git.getRef({ ...where, ref: "heads/main" });
    for (const ref of [
      "refs/heads/gsd/99-forged",
      "refs/heads/gsd-task/1/T99",
      "refs/tags/gsd/checkpoint/9/T01",
    ])
      await git.createRef({ ...where, ref, sha: data.object.sha });
    const body = "Ready. <!-- gsd:say 1/say/-/77 -->";
    const token = await world.appToken();
    const said = await globalThis.fetch(`${world.forge.urls.api}/repos/${world.repo}/issues/1/comments`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ body }),
    });
    expect(said.status).toBe(201);
    // A person's words with the same mark are not the bot's.
    await issues.createComment({ ...where, issue_number: 1, body });
    await world.idle();
    await fetch();
    const forged = ["branch gsd/99-forged", "branch gsd-task/1/T99", "tag gsd/checkpoint/9/T01"];
    const mine = await inClone("audit");
    expect(mine.stdout).toContain("3 objects that no entry explains:");
    for (const name of forged) expect(mine.stdout).toContain(name);
    const theirs = await byApi("audit");
    expect(theirs.stdout).toContain("4 objects that no entry explains:");
    expect(theirs.stdout).toMatch(/comment \d+ in #1 \(say 1\/say\/-\/77\)/);
    expect([mine.status, theirs.status]).toEqual([3, 3]);
  });

  it("says that GitHub cannot be reached, and what can be read all the same", async () => {
    const env = { ...api, GITHUB_API_URL: "http://127.0.0.1:1" };
    const { status, stderr } = await gsd(["status", "--repo", world.repo], { env });
    expect(stderr).toMatch(
      /GitHub cannot be reached at http:\/\/127\.0\.0\.1:1.* or read your clone: leave --repo out/,
    );
    expect(status).toBe(1);
  });
});

/** Commits have seconds, GitHub's API too; the state has more. */
function withoutTime({ at: _, ...entry }: Record<string, unknown>) {
  return entry;
}
