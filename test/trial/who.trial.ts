import { expect, it } from "vitest";
import { gsd } from "../cli/run-gsd.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `who: { approve: [maintain, "@acme/docs"], status: triage, pause: "@triager" }
approvals: 2
reviewers: []
limits: { parallel: 8, commands: 9 }
commands: { test: "true" }
`;

const plot: Plot = { tasks: [{ id: "T01" }, { id: "T02" }] };

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pull: number;
  /** Of the tasks. */
  pulls: Record<string, number>;
}

it("keeps to who may do what, when it is asked for and when it is done", async () => {
  const files = { ".github/CODEOWNERS": "# who owns what\n/src/T01.txt @acme/docs\n" };
  await using world = await aScriptedWorld({ mode: "app", config, plot, files });
  world.forge.addTeam("acme/docs", { members: [] });
  const { issue, pull } = await plan(world);
  await takesTwoForThePlan(world, issue, pull);
  const pulls: Record<string, number> = {};
  for (const { id } of plot.tasks) pulls[id] = await pullFrom(world, `gsd-task/${issue}/${id}`);
  const visit = { world, issue, pull, pulls };
  await wantsAnOwner(visit);
  await checksAgainBeforeItMerges(visit);
  await failsClosed(visit);
  await limitsOnePerson(visit);
  await tellsAllOfItAfterwards(visit);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 600_000);

async function takesTwoForThePlan(world: ScriptedWorld, issue: number, pull: number): Promise<void> {
  const { maintainer, writer, triager } = world;
  expect((await ask(world, triager, issue, "/status")).reactions).toEqual(["eyes"]);
  expect((await ask(world, triager, issue, "/cancel")).text).toMatch(/people with write access/);
  const refused = await ask(world, writer, pull, "/approve");
  expect(refused.reactions).toEqual(["confused"]);
  expect(refused.text).toContain("`/approve` is for people with maintain access or people in `@acme/docs`");
  world.forge.addTeam("acme/docs", { members: ["writer"] });
  const first = await ask(world, writer, pull, "/approve");
  expect([first.reactions, first.text]).toEqual([
    ["eyes"],
    "Approved by writer. One more person has to comment `/approve` at this commit.",
  ]);
  expect((await ask(world, writer, pull, "/approve")).text).toMatch(/One more person/);
  expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed" });
  await maintainer.approve(pull);
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ phase: "executing" });
}

async function wantsAnOwner({ world, issue, pulls }: Visit): Promise<void> {
  const { maintainer, writer } = world;
  const pull = pulls["T01"]!;
  const first = await ask(world, maintainer, pull, "/approve");
  expect(first.text).toContain("Approved by maintainer. One more person has to");
  expect(first.text).toContain("- `@acme/docs`, for `src/T01.txt`");
  // A push takes it back.
  await edit(writer, `gsd-task/${issue}/T01`, "src/T01.txt", "Better.\n");
  await world.idle();
  await world.tick();
  await world.idle();
  expect((await readTrack(world, issue)).tasks.T01.proposal.approvals).toBeUndefined();
  expect((await ask(world, writer, pull, "/approve")).text).toMatch(/^Approved by writer\. One more person/);
  expect((await maintainer.pull(pull)).merged).toBe(false);
  await ask(world, maintainer, pull, "/approve");
  expect((await maintainer.pull(pull)).merged).toBe(true);
}

async function checksAgainBeforeItMerges({ world, pulls }: Visit): Promise<void> {
  const { maintainer, writer, forge, repo } = world;
  const pull = pulls["T02"]!;
  const { sha } = (await maintainer.pull(pull)).head;
  const ci = (state: "pending" | "success") =>
    maintainer.octokit.rest.repos.createCommitStatus({ ...where, sha, state, context: "ci" });
  await ci("pending");
  await ask(world, maintainer, pull, "/approve");
  expect((await ask(world, writer, pull, "/approve")).text).toMatch(/merged? once|waits for/i);
  forge.addCollaborator(repo, "writer", "read");
  await ci("success");
  await world.idle();
  expect((await maintainer.pull(pull)).merged).toBe(false);
  const said = (await maintainer.comments(pull)).map(({ body }) => body).join("\n");
  expect(said).toContain("writer approved T02 and may not approve here any more, so gsd did not merge it");
  forge.addCollaborator(repo, "writer", "write");
  await ask(world, writer, pull, "/approve");
  expect((await maintainer.pull(pull)).merged).toBe(true);
}

async function failsClosed({ world, issue }: Visit): Promise<void> {
  const { triager, forge } = world;
  const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
  // A limit would keep gsd from saying anything at all.
  const fault = forge.faults.failCreates({
    route,
    tokenKind: "installation",
    status: 500,
    applied: false,
    times: 1_000,
  });
  const heard = await ask(world, triager, issue, "/pause");
  fault.remove();
  expect(heard.reactions).toEqual(["confused"]);
  expect(heard.text).toMatch(/could not find out what you may do here, so nothing was changed/);
  expect(await readTrack(world, issue)).toMatchObject({ paused: false });
  expect((await ask(world, triager, issue, "/pause")).reactions).toEqual(["eyes"]);
  expect(await readTrack(world, issue)).toMatchObject({ paused: true });
}

async function limitsOnePerson({ world, issue }: Visit): Promise<void> {
  const { triager, maintainer } = world;
  const heard: string[] = [];
  for (let count = 0; count < 10; count += 1) heard.push((await ask(world, triager, issue, "/status")).text);
  const told = heard.filter((text) => text.includes("at most 9 comments with commands"));
  expect(told).toHaveLength(1);
  expect(heard.at(-1)).toBe("");
  expect((await ask(world, maintainer, issue, "/status")).reactions).toEqual(["eyes"]);
}

async function tellsAllOfItAfterwards({ world, issue, pulls }: Visit): Promise<void> {
  const env = { GH_TOKEN: world.tokens.maintainer, GITHUB_API_URL: world.forge.urls.api };
  const audit = async (...args: string[]) => {
    const { stdout } = await gsd(["audit", "--json", "--repo", world.repo, ...args], { env });
    return JSON.parse(stdout).entries as Record<string, unknown>[];
  };
  const refused = await audit("--action", "refuse");
  expect(refused).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor: "writer", command: "approve", why: "not-allowed", issue }),
      expect.objectContaining({ actor: "triager", command: "pause", why: "access-unknown" }),
      expect.objectContaining({ actor: "triager", command: "status", why: "command-limit" }),
    ]),
  );
  const approved = await audit("--action", "approve", "--actor", "@writer", "--since", "1d");
  expect(approved.filter(({ pull }) => pull === pulls["T02"])).toHaveLength(2);
  const lapsed = await audit("--action", "lapse");
  expect(lapsed).toMatchObject([
    { task: "T01", by: "maintainer", pull: pulls["T01"] },
    { task: "T02", by: "writer", pull: pulls["T02"] },
  ]);
  const jobs = await audit("--action", "job");
  expect(jobs.every(({ artifact }) => /^[0-9a-f]{64}$/.test(String(artifact)))).toBe(true);
}
