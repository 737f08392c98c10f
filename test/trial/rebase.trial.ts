import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aScriptedWorld,
  type Plot,
  type ScriptedWorld,
  type Step,
  startsOf,
} from "../e2e/a-scripted-world.ts";
import { ask, edit, hear, plan, pullFrom, readThread } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: []
limits: { attempts: 1, fixes: 0, parallel: 8 }
commands: { test: "true" }
`;

/** An entry of BACKLOG.yaml, as whoever writes a task anew answers it. */
function entry(id: string, file: string, fields: object = {}) {
  return {
    id,
    title: `Write ${file}`,
    description: `Write src/${file} and nothing else.`,
    depends_on: [],
    acceptance: [`src/${file} is there`],
    scope: { files_hint: [`src/${file}`] },
    ...fields,
  };
}

const lesson = "Files under src are called after their task, with the ending txt.";

const better: Step = {
  prompts: true,
  answer: {
    reason: "Nobody had said which file. @ada, look at #1.",
    lesson,
    tasks: [entry("T01", "T01.txt", { description: "Write src/T01.txt with one line, its own name." })],
  },
};

/** Two tasks where one was asked for. */
const invalid: Step = { answer: { reason: "Two of them.", tasks: [entry("T03", "a"), entry("T09", "b")] } };

/** It takes long enough for somebody to push meanwhile. */
const slow: Step = { seconds: 8, answer: { reason: "Smaller.", tasks: [entry("T03", "late.txt")] } };

const parts: Step = {
  seconds: 8,
  answer: {
    reason: "It was three files.",
    tasks: [
      entry("T03", "one.txt"),
      entry("T90", "two.txt", { depends_on: ["T03"] }),
      entry("T91", "three.txt", { depends_on: ["T03"] }),
    ],
  },
};

const steps: NonNullable<Plot["steps"]> = {
  // It leaves no change at all; then it is told better.
  "task T01": [{ files: {} }, { prompts: true, files: { "src/T01.txt": "T01\n" } }],
  "task T03": [{ files: {}, exit: 1 }, { files: { "src/one.txt": "1\n" } }],
  "task T05": [{ files: { "src/two.txt": "2\n" } }],
  "task T06": [{ files: { "src/three.txt": "3\n" } }],
  "rebase T01": [better],
  "rebase T03": [invalid],
  "split T03": [parts],
};
const tasks = [{ id: "T01" }, { id: "T02", after: ["T01"] }, { id: "T03" }, { id: "T04", after: ["T03"] }];

/** As many lessons as are kept: the first was of use once, the second is the oldest of the others. */
const lessons = Array.from({ length: 50 }, (_, at) => {
  const used = at === 0 ? ", used 2025-12" : "";
  return `- 2025-01-${String((at % 28) + 1).padStart(2, "0")} (#${at + 100} T01${used}): Nothing of interest, ${at}.`;
});
const files = {
  "specs/lessons.md": `# What we know\n\nOur own words.\n\n${lessons.join("\n")}\n\nThe end.\n`,
};

describe("a task that does not work out", () => {
  let world: ScriptedWorld;
  let issue: number;
  let pull: number;
  const branch = () => `gsd/${issue}-write-files`;
  const path = () => `specs/changes/${issue}-write-files/BACKLOG.yaml`;
  const readAt = async (ref: string, file: string) =>
    (await world.forge.actions.readFile(world.repo, ref, file)) ?? "";
  const backlog = () => readAt(branch(), path());
  const logs = () => [...world.forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
  const sticky = async () =>
    (await readThread(world, issue)).split("--- ").find((one) => one.includes("gsd:sticky")) ?? "";

  /** Comments, edits the plan while the agent is at work, and waits. */
  async function overtake(command: string, prompt: string, change: (text: string) => string) {
    const before = startsOf(world, "T03").filter((name) => name === prompt).length;
    const comment = await world.maintainer.comment(pull, command);
    await until(() => startsOf(world, "T03").filter((name) => name === prompt).length > before);
    await edit(world.writer, branch(), path(), change);
    await world.idle();
    return hear(world, pull, comment);
  }

  beforeAll(async () => {
    world = await aScriptedWorld({ mode: "action", config, plot: { tasks, steps }, files });
    ({ issue, pull } = await plan(world));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("is written anew once its attempts are used up, as an edit of the plan that waits for a person", async () => {
    await ask(world, world.maintainer, pull, "/approve");
    expect(await readThread(world, issue)).toMatch(
      /T01 failed after 1 attempt: .* gsd reads what went wrong and proposes a better version of T01; it runs only if you approve it/,
    );
    // Its author knew the task and what went wrong; a crash is no fault of T03's text.
    expect(logs()).toMatch(/agent: rebase T01[\s\S]*No file was changed/);
    expect(startsOf(world, "T03")).not.toContain("rebase");
    const said = await readThread(world, pull);
    expect(said).toMatch(
      /gsd proposes a better version of T01, as an edit of BACKLOG.yaml \(\[what changes\]\(\.\.\/commit\/[0-9a-f]{40}\)\):\n\nNobody had said which file/,
    );
    expect(said).toMatch(/T01 changes: title[\s\S]*cc @maintainer/);
    expect(await backlog()).toContain("with one line, its own name");
    expect((await readTrack(world, issue)).tasks.T01).toMatchObject({ status: "failed", title: "Write T01" });
    const next = (await sticky()).match(/^\*\*Next:\*\* .*$/m)?.[0].replace(/[0-9a-f]{7}/, "<sha>");
    expect(next).toBe(
      `**Next:** look at the change of the plan in #${pull} and comment \`/approve <sha>\` [there](../pull/${pull}#issuecomment-new), or undo it. What it is about waits. T03 needs your help: see below.`,
    );
  });

  it("runs by itself with the better text after one `/approve` of somebody who may", async () => {
    expect((await ask(world, world.visitor, pull, "/approve")).reactions).toEqual(["confused"]);
    expect(startsOf(world, "T01")).toEqual(["rebase", "task"]);
    const told = await ask(world, world.maintainer, pull, "/approve");
    expect(told.text).toContain("The edit of the plan is accepted.");
    expect(logs()).toMatch(/agent: task T01[\s\S]*with one line, its own name/);
    await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/T01`), "/approve");
    expect((await readTrack(world, issue)).tasks.T01).toMatchObject({
      status: "completed",
      title: "Write T01.txt",
      rebase: { status: "done" },
    });
  });

  it("keeps its text where what is proposed is not valid, and whoever asked is told", async () => {
    const before = await backlog();
    const heard = await ask(world, world.maintainer, issue, "/rebase T03 one file at a time");
    expect(heard.reactions).toEqual(["eyes"]);
    expect(heard.text).toMatch(
      /There is no better version of T03: the agent's answer was not usable .*has 2 tasks; there should be one.*Edit its entry in BACKLOG.yaml yourself/,
    );
    expect(await backlog()).toBe(before);
    expect(startsOf(world, "T03").filter((name) => name === "rebase").length).toBeGreaterThan(1);
  });

  it("keeps what somebody pushed for it meanwhile", async () => {
    world.tell({ tasks, steps: { ...steps, "rebase T03": [slow] } });
    const heard = await overtake("/rebase T03", "rebase", (text) =>
      text.replace("Write src/T03.txt.", "Write src/T03.txt by hand."),
    );
    expect(heard.text).toContain(
      "somebody changed T03 in BACKLOG.yaml while this was written, and that stays",
    );
    expect(await backlog()).toContain("Write src/T03.txt by hand.");
    expect(await backlog()).not.toContain("late.txt");
  });

  it("is split on top of what somebody pushed for other tasks, and one `/approve` accepts both", async () => {
    const heard = await overtake("/split T03 one file each", "split", (text) =>
      text.replace("title: Write T04", "title: Write four # ask Ada first"),
    );
    expect(heard.text).toMatch(/gsd proposes to split T03/);
    expect(heard.text).toMatch(/T05 is new: Write two.txt[\s\S]*T06 is new: Write three.txt/);
    // It builds on other tasks now, and what a person wrote beside it stays.
    expect(await backlog()).toContain("title: Write four # ask Ada first");
    // Within one second nobody can tell whether the edit was seen.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await ask(world, world.maintainer, pull, "/approve");
    expect((await readTrack(world, issue)).tasks).toMatchObject({
      T03: { title: "Write one.txt", status: "review", rebase: { status: "done" } },
      T04: { title: "Write four", dependsOn: ["T05", "T06"], status: "pending" },
      T05: { dependsOn: ["T03"], status: "pending" },
      T06: { dependsOn: ["T03"], status: "pending" },
    });
    expect((await ask(world, world.maintainer, issue, "/split T03")).text).toContain("T03");
  });

  it("leaves a lesson in the track's archive, where the oldest that nobody used makes room", async () => {
    for (const id of ["T03", "T02", "T05", "T06", "T04"])
      await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/${id}`), "/approve");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
    const known = await readAt(branch(), "specs/lessons.md");
    expect(known).toMatch(/^# What we know\n\nOur own words\.\n\n- 2025-01-01 \(#100 T01, used 2025-12\)/);
    expect(known).toMatch(new RegExp(`\\(#${issue} T01\\): ${lesson}\n\nThe end\\.\n$`));
    expect(known.match(/^- /gm)).toHaveLength(50);
    // It was learned on the first of a month, as the one that was of use.
    expect(known).not.toContain("(#128 T01)");
    await world.maintainer.merge(pull);
    await world.idle();
  });

  it("helps those tasks later that its lesson fits", async () => {
    const description = "Write one of the files under src, called after the task.";
    world.tell({
      tasks: [{ id: "T01", files: ["src/later.txt"], description }],
      steps: { "task T01": [{ prompts: true }] },
    });
    const next = await plan(world, "Write more");
    const before = logs().length;
    await ask(world, world.maintainer, next.pull, "/approve");
    const prompt = logs().slice(before);
    expect(prompt).toMatch(new RegExp(`Learned from earlier work here[\\s\\S]{0,200}${lesson}`));
    expect(prompt).not.toContain("Nothing of interest");
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 600) throw new Error("it never came");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
