import { describe, expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, edit, hear, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const broken = "limits: { attempts: 2, paralel: 3 }\nengine: gpt\n";

describe("commands, by people who may and people who may not", () => {
  it("answers each, says what to do instead, and changes nothing that it refuses", async () => {
    await using world = await aScriptedWorld({ config: broken });
    await refusesWithoutTrack(world);
    await edit(world.maintainer, "main", ".github/gsd.yml", "limits: { attempts: 2 }\n");
    const { issue, pull } = await plan(world);
    await refusesStrangers(world, issue);
    await refusesBeforeApproval(world, issue);
    await hearsOwnWordsOnly(world, issue);
    await bindsApprovalToThePlanSeen(world, { issue, pull });
    await steersTheTrack(world, { issue, pull });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

/** Says it, and expects 😕, these words, and a track that is as before. */
async function refused(
  world: ScriptedWorld,
  thread: number,
  said: Record<string, RegExp>,
  who = world.maintainer,
) {
  const before = await stateOf(world);
  for (const [command, words] of Object.entries(said)) {
    const { reactions, text } = await ask(world, who, thread, command);
    expect(text, command).toMatch(words);
    expect(reactions, command).toEqual(["confused"]);
  }
  expect(await stateOf(world)).toEqual(before);
}

/** What the ledger knows, without the notes of what was said. */
async function stateOf(world: ScriptedWorld) {
  const files = await world.forge.actions.listFiles(world.repo, "gsd/ledger", "tracks");
  const tracks = await Promise.all(files.map((path) => readTrack(world, Number(/\d+/.exec(path)?.[0]))));
  return tracks.map((track) => {
    const { proposed: _, shown: __, ...plan } = track.plan;
    return {
      ...track,
      plan,
      handled: [],
      rulings: [],
      calls: [],
      says: 0,
      sticky: {},
      saves: 0,
      savedBy: [],
    };
  });
}

/** Who was told that they may not command hears no more. */
const silence = /^$/;

async function refusesWithoutTrack(world: ScriptedWorld): Promise<void> {
  const { maintainer, triager, visitor } = world;
  const issue = await maintainer.openIssue({ title: "Lone", body: "Please." });
  const noAccess =
    /@visitor, gsd takes commands and labels from people with write access .* Ask a maintainer/;
  await refused(world, issue, { "/plan": noAccess, "/status": silence }, visitor);
  const other = await maintainer.openIssue({ title: "Another", body: "Please." });
  expect(await ask(world, visitor, other, "/help")).toMatchObject({
    reactions: ["eyes"],
    text: expect.stringMatching(
      /\n\| `\/rollback T03 \[--with-dependents\]` \|.*\n\| `\/rollback --track` \|/,
    ),
  });
  const problems =
    /gsd\.yml` on the default branch has problems.*\n\n- line 1 \(`limits.paralel`\): .* did you mean "parallel"\?\n- line 2 \(`engine`\): should be one of "claude-code".*, "script"/;
  await refused(world, issue, {
    "/status": /no gsd track here yet. To start one, comment `\/plan`/,
    "/plan": problems,
  });
  await triager.label(issue, "gsd:plan");
  await world.idle();
  expect(await readThread(world, issue)).toMatch(
    /@triager, gsd takes commands and labels from people with write access/,
  );
  await maintainer.octokit.rest.issues.removeLabel({ ...where, issue_number: issue, name: "gsd:plan" });
  const last = await maintainer.comment(issue, "Let me do that.");
  await aSecond();
  await maintainer.label(issue, "gsd:plan");
  await world.idle();
  expect((await hear(world, issue, last)).text).toMatch(problems);
  await maintainer.octokit.rest.issues.removeLabel({ ...where, issue_number: issue, name: "gsd:plan" });
  expect(await stateOf(world)).toEqual([]);
}

async function refusesStrangers(world: ScriptedWorld, issue: number): Promise<void> {
  const noAccess = /from people with write access to this repository, and you do not have it/;
  await refused(
    world,
    issue,
    { "/cancel": noAccess, "/approve": silence, "/aprove": silence },
    world.visitor,
  );
  await refused(world, issue, { "/pause": noAccess }, world.triager);
  world.forge.createUser({ login: "helper[bot]", type: "Bot" });
  world.forge.addCollaborator(world.repo, "helper[bot]", "write");
  const bot = { ...world.tokens, bot: world.forge.createUserToken("helper[bot]") };
  const { createPerson } = await import("../../local/demo/person.ts");
  const helper = createPerson({ ...world, tokens: bot }, "bot");
  await refused(
    world,
    issue,
    { "/cancel": /gsd does not take commands from bots it does not know.*`trusted_bots`/ },
    helper,
  );
}

async function refusesBeforeApproval(world: ScriptedWorld, issue: number): Promise<void> {
  const unknown = /no task T01. Its plan is not approved yet/;
  await refused(world, issue, {
    "/plan":
      /already has a track in #\d+, which is waiting for its plan's approval. Comment `\/cancel` to end it, then `\/plan` to start over/,
    "/retry T01": unknown,
    "/skip T01": unknown,
    "/rollback T01": unknown,
    "/resume": /not paused. Comment `\/status` to see what it is waiting for/,
    "/retry": /needs a task's id. Write `\/retry T03 \[/,
    "/retry 3": /`3` is not a task's id/,
    "/rollback T01 --force":
      /has no option `--force`. Write `\/rollback T03 \[--with-dependents\]` or `\/rollback --track` or `\/rollback \[T03\] --undo`/,
    "/approve zzz": /`zzz` is not a commit: a commit is 7 to 40 hexadecimal digits/,
    "/approve 1234567 89": /takes only one thing, so `89` is too much/,
    "/pause now": /`\/pause` stands alone, so `now` is too much/,
    "/cancle": /gsd has no command `\/cancle`. Did you mean `\/cancel`\?/,
  });
}

async function hearsOwnWordsOnly(world: ScriptedWorld, issue: number): Promise<void> {
  const before = await readTrack(world, issue);
  const silent = [
    "> /cancel",
    "```\n/cancel\n```",
    "`/cancel`",
    "please /cancel",
    "/lgtm",
    "<!-- \n/cancel\n-->",
  ];
  for (const body of silent) {
    expect(await ask(world, world.maintainer, issue, body), body).toEqual({ reactions: [], text: "" });
  }
  const comment = await world.maintainer.comment(issue, "Nothing yet.");
  await aSecond();
  await world.maintainer.octokit.rest.issues.updateComment({
    ...where,
    comment_id: comment,
    body: "/cancel",
  });
  await world.tick();
  await world.idle();
  expect(await hear(world, issue, comment)).toEqual({ reactions: [], text: "" });
  expect(await readTrack(world, issue)).toEqual(before);
  // Nor does a tick obey a `/plan` that was refused before the configuration was fixed.
  expect(await world.forge.actions.listFiles(world.repo, "gsd/ledger", "tracks")).toHaveLength(1);
}

interface Planned {
  issue: number;
  pull: number;
}

async function bindsApprovalToThePlanSeen(world: ScriptedWorld, { issue, pull }: Planned): Promise<void> {
  const { maintainer, writer } = world;
  const [branch, file] = [`gsd/${issue}-write-files`, `specs/changes/${issue}-write-files/BACKLOG.yaml`];
  const first = await readTrack(world, issue);
  await refused(world, pull, { "/approve deadbeef": /`deadbee` is not the current plan/ });
  // People edit the plan like code: all that is wrong is said at once, with its lines.
  const good = (await world.forge.actions.readFile(world.repo, branch, file)) ?? "";
  const bad = good
    .replace("depends_on: []", "depends_on:\n      - T02\n      - T09")
    .replace("title: Write T02", "titel: Write T02");
  await edit(writer, branch, file, bad);
  await refused(world, pull, {
    "/approve": /cannot be approved yet[\s\S]*line \d+ \(`tasks\[1\]\.titel`\)[\s\S]*/,
  });
  await edit(writer, branch, file, bad.replace("titel:", "title:"));
  await refused(world, pull, {
    "/approve": /line \d+ [^\n]*T09[\s\S]*/,
  });
  await edit(writer, branch, file, good.replace("depends_on: []", "depends_on:\n      - T02"));
  await refused(world, pull, { "/approve": /line 9 \(`tasks\[0\]\.depends_on`\): cycle: T01 → T02 → T01/ });
  await edit(writer, branch, file, good.replace("id: T02", "id: T01"));
  await refused(world, pull, { "/approve": /line \d+ [^\n]*T01[^\n]*(twice|already|same)/ });
  // Whoever edits hears of it before anybody approves, by the push or by a tick.
  const last = await writer.comment(pull, "I rename T02.");
  await edit(writer, branch, file, good.replace("title: Write T02", "title: Write the second file"));
  await world.tick();
  await world.idle();
  expect((await hear(world, pull, last)).text).toMatch(
    /files changed; the plan is now `[0-9a-f]{7}`. Comment `\/approve`/,
  );
  // Edited before the approval, and not announced yet: nobody can tell which plan was meant.
  world.forge.deliveries.hold();
  await edit(writer, branch, file, good.replace("title: Write T02", "title: Write the other file"));
  const approval = await maintainer.comment(pull, "/approve");
  world.forge.deliveries.release();
  await world.idle();
  const unclear = await hear(world, pull, approval);
  expect(unclear).toMatchObject({
    reactions: ["confused"],
    text: expect.stringMatching(/not clear which one you meant/),
  });
  await refused(world, pull, { [`/approve ${first.plan.proposed.tree}`]: /is not the current plan/ });
  const sha = /\/approve ([0-9a-f]{7})/.exec(unclear.text)![1];
  await ask(world, maintainer, pull, "/pause");
  expect(await ask(world, maintainer, pull, `/approve ${sha}`)).toMatchObject({
    reactions: ["eyes"],
    text: expect.stringMatching(
      /Approved. The track is paused, so nothing starts .* until you comment `\/resume`/,
    ),
  });
  const track = await readTrack(world, issue);
  expect(track).toMatchObject({
    phase: "executing",
    jobs: [],
    tasks: { T02: { title: "Write the other file" } },
  });
}

async function steersTheTrack(world: ScriptedWorld, { issue, pull }: Planned): Promise<void> {
  const { maintainer, writer } = world;
  await refused(world, issue, {
    "/pause": /already paused. Comment `\/resume` to go on/,
    "/approve": /plan is already approved. No task is waiting for approval now/,
    "/retry T01": /T01 is waiting, so there is nothing to retry/,
    "/retry T07": /no task T07. Its tasks are T01 and T02/,
    "/rollback T01": /T01 is waiting, not merged, so there is nothing to roll back/,
  });
  // Twice the same in one comment counts twice, and the second is refused; both are answered at once.
  world.tell({
    tasks: [{ id: "T01" }, { id: "T02", after: ["T01"] }],
    steps: { "task T01": [{ seconds: 60 }] },
  });
  const doubled = await maintainer.comment(issue, "/resume\n/resume");
  const job = await untilClaimed(world, issue);
  expect(await hear(world, issue, doubled)).toEqual({
    reactions: ["confused"],
    text: "The track is not paused. Comment `/status` to see what it is waiting for.",
  });
  // The configuration breaks while it runs: people can still stop it.
  await edit(maintainer, "main", ".github/gsd.yml", broken);
  const notNow = await writer.comment(issue, "/skip T01");
  const cancel = await writer.comment(issue, "/cancel");
  await world.idle();
  expect((await hear(world, issue, notNow)).text).toMatch(/has problems, so nothing was changed/);
  const cancelled = await hear(world, issue, cancel);
  expect(cancelled.reactions).toEqual(["eyes"]);
  expect(cancelled.text).toMatch(
    /Cancelled. gsd is stopping 1 run. gsd closes its pull requests and deletes none of its branches. Comment `\/resume` to bring it back as it was, or `\/plan` on #\d+/,
  );
  const { data: run } = await maintainer.octokit.rest.actions.getWorkflowRun({
    ...where,
    run_id: job.run.id,
  });
  expect(run).toMatchObject({ status: "completed", conclusion: "cancelled" });
  expect(await maintainer.openPulls()).toEqual([]);
  expect(await world.forge.actions.resolveCommit(world.repo, `gsd/${issue}-write-files`)).toBeDefined();
  await edit(maintainer, "main", ".github/gsd.yml", "limits: { attempts: 2 }\n");
  const over = (command: string) =>
    new RegExp(
      `track is cancelled, so \`/${command}\` does nothing here. Comment \`/resume\` to bring it back as it was, or`,
    );
  await refused(world, issue, {
    "/pause": over("pause"),
    "/cancel": over("cancel"),
    "/rollback T01": over("rollback"),
    "/approve": /track is cancelled, so there is nothing to approve/,
    "/retry T01": /works while tasks run, and this track is cancelled/,
  });
  expect((await ask(world, maintainer, issue, "/status")).text).toMatch(
    /\*\*cancelled\*\*[\s\S]*comment `\/resume` to bring it back as it was, or `\/plan` to start over/,
  );
  world.tell({ tasks: [{ id: "T01" }] });
  const again = await ask(world, writer, issue, "/plan");
  expect(again.text).toMatch(/@writer, the plan is ready: #\d+/);
  expect(await pullFrom(world, `gsd/${issue}-`)).not.toBe(pull);
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "proposed",
    requestedBy: "writer",
    tasks: {},
  });
}

/** GitHub tells time in whole seconds. */
function aSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000));
}

async function untilClaimed(world: ScriptedWorld, issue: number) {
  for (;;) {
    const { jobs } = await readTrack(world, issue);
    if (jobs[0]?.state === "claimed") return jobs[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
