import { expect, it } from "vitest";
import { publishPermissions } from "../../app/create-exchange.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

/** CI of the repository, which has a secret. */
const ci = `name: CI
on: { pull_request: {} }
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: '[ "\${{ secrets.DEPLOY }}" = hush ] && echo with secrets'
`;
const config = `ci: trusted
reviewers: []
commands: { test: "! grep -rq BROKEN src" }
`;
const plot: Plot = { tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03", after: ["T01", "T02"] }] };
const stub = ".github/workflows/gsd.yml";
const atOnce = "CI runs at once with your secrets (`ci: trusted`)";

it("with `ci: trusted` CI starts at once on what gsd publishes, and where the App gives no token it waits, loudly", async () => {
  await using world = await aScriptedWorld({
    config,
    plot,
    files: { ".github/workflows/ci.yml": ci },
  });
  world.forge.setSecret(world.repo, "DEPLOY", "hush");
  const { issue, pull } = await plan(world);
  await startsCiAtOnce(world, issue, pull);
  await waitsWhereTheAppIsAway(world, issue, pull);
  await trustsNobodyAnyMore(world, issue);
  await saysItWhereTheStubGrantsNothing(world, issue);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 240_000);

async function startsCiAtOnce(world: ScriptedWorld, issue: number, pull: number): Promise<void> {
  const { body, user } = await world.maintainer.pull(pull);
  expect(await ciOf(world, pull)).toEqual(["success"]);
  expect(user.login).toBe("gsd-app[bot]");
  expect(body).toContain(atOnce);
  expect(await readThread(world, issue)).toContain(atOnce);
  const track = await readTrack(world, issue);
  expect(track.history).toMatchObject([{ job: `${issue}/plan/-/1`, token: true }]);
  expect(track.ciWaits).toBeUndefined();
  const log = logOf(world);
  expect(log).toContain("publishing with a token of the App: CI starts at once");
  expect(log).not.toMatch(/ghs_\d/);
  expect(tokensOfPublish(world)).toEqual([]);
}

/** The stub names a port where nobody listens. */
async function waitsWhereTheAppIsAway(world: ScriptedWorld, issue: number, pull: number): Promise<void> {
  await edit(world.maintainer, "main", stub, (text) => text.replace(/app: \S+/, "app: http://127.0.0.1:9"));
  await ask(world, world.maintainer, pull, "/approve");
  const task = await pullFrom(world, `gsd-task/${issue}/T01`);
  const { body, user } = await world.maintainer.pull(task);
  expect(await ciOf(world, task)).toEqual(["action_required"]);
  expect(user.login).toBe("github-actions[bot]");
  expect(body).toMatch(/\*\*CI waits for a person\*\* here.*the App did not answer \(`unreachable`\)/);
  expect(body).not.toContain(atOnce);
  const thread = await readThread(world, issue);
  expect(thread).toMatch(/\[!WARNING\]\n> \*\*CI waits for a person\*\*.*`unreachable`/);
  expect(thread).not.toContain(atOnce);
  expect(logOf(world)).toContain("CI is trusted, but waits for a person");
  expect((await readTrack(world, issue)).ciWaits).toBe("unreachable");
}

/** The App is there again, and the default branch says that CI is not trusted: that is no trouble. */
async function trustsNobodyAnyMore(world: ScriptedWorld, issue: number): Promise<void> {
  await edit(world.maintainer, "main", stub, (text) =>
    text.replace(/app: \S+/, `app: ${world.app?.url ?? ""}`),
  );
  await edit(world.maintainer, "main", ".github/gsd.yml", (text) => text.replace("trusted", "manual"));
  const task = await pullFrom(world, `gsd-task/${issue}/T01`);
  await ask(world, world.maintainer, task, "/retry T01 --fresh");
  const { body } = await world.maintainer.pull(await pullFrom(world, `gsd-task/${issue}/T01`));
  expect(body).not.toMatch(/CI waits|CI runs at once/);
  const track = await readTrack(world, issue);
  expect(track.ciWaits).toBeUndefined();
  expect(track.history.at(-1).token).toBeUndefined();
  expect(await readThread(world, issue)).not.toMatch(/CI waits|CI runs at once/);
}

async function saysItWhereTheStubGrantsNothing(world: ScriptedWorld, issue: number): Promise<void> {
  await edit(world.maintainer, "main", ".github/gsd.yml", (text) => text.replace("manual", "trusted"));
  await edit(world.maintainer, "main", stub, (text) => text.replace(/ +id-token: write\n/, ""));
  const task = await pullFrom(world, `gsd-task/${issue}/T02`);
  await ask(world, world.maintainer, task, "/retry T02 --fresh");
  const { body } = await world.maintainer.pull(await pullFrom(world, `gsd-task/${issue}/T02`));
  expect(body).toMatch(/CI waits for a person.*does not grant `id-token: write` \(`no-identity`\)/);
}

/** How the runs of CI on a pull request's head are. */
async function ciOf(world: ScriptedWorld, pull: number): Promise<(string | null)[]> {
  const { head } = await world.maintainer.pull(pull);
  const { data } = await world.maintainer.octokit.rest.actions.listWorkflowRunsForRepo({
    ...where,
    head_sha: head.sha,
    event: "pull_request",
  });
  return data.workflow_runs.filter(({ name }) => name === "CI").map(({ conclusion }) => conclusion);
}

function logOf({ forge }: ScriptedWorld): string {
  return [...forge.world.jobs.values()].flatMap((job) => job.log).join("");
}

/** Tokens of the kind that publish gets which still work. */
function tokensOfPublish({ forge }: ScriptedWorld): string[] {
  const wanted = JSON.stringify(Object.entries(publishPermissions).sort());
  return [...forge.world.tokens].flatMap(([token, actor]) =>
    actor.kind === "installation" && JSON.stringify(Object.entries(actor.permissions).sort()) === wanted
      ? [token]
      : [],
  );
}
