import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, pullFrom, readThread } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const tags = "\u{e0049}\u{e0067}\u{e006e}";
const lookalike = "p\u0430ypal";

const plot: Plot = {
  tasks: [
    { id: "T01", description: "Let me think about it. Do it as T02 does, @maintainer." },
    { id: "T02", description: `Write src/T02.txt for ${lookalike}.` },
  ],
  steps: {
    qa: [{ answer: { document: `# A plan\n\n## Test plan\n\n- Look at them.${tags}\n` } }],
    "task T02": [{ exit: 3, words: `as T09 said${tags}` }, {}],
  },
};

const hidden = (what: string) =>
  `${what} contains 3 tag characters that nobody can see. Agents do not get them.`;
const odd = `It also contains words that mix or imitate alphabets: \`${lookalike}\` (U+0430). Look twice before you approve.`;

describe("text that is not what it seems", () => {
  it("is pointed out where people decide: in the thread, beside the plan and on the task", async () => {
    await using world = await aScriptedWorld({ plot });
    const issue = await world.maintainer.openIssue({
      title: "Write files",
      body: `Send it to ${lookalike}, please.${tags}`,
    });
    await world.maintainer.label(issue, "gsd:plan");
    await world.idle();
    expect(await readThread(world, issue)).toContain(`> [!WARNING]\n> ${hidden("The issue's text")} ${odd}`);
    const pull = await pullFrom(world, `gsd/${issue}-`);
    await remarksOnThePlan(world, pull);
    await ask(world, world.maintainer, pull, "/approve");
    await notesOnTheTasks(world, issue);
    reportsInTheSummary(world);
    expect((await readTrack(world, issue)).oddities.lookalikes).toEqual([lookalike]);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function remarksOnThePlan(world: ScriptedWorld, pull: number): Promise<void> {
  const { body } = await world.maintainer.pull(pull);
  const remarks = body!.slice(body!.indexOf("**Remarks**")).split("\n");
  for (const remark of [
    `- ${hidden("The issue's text")} ${odd}`,
    "- gsd removed 3 tag characters that nobody can see from QA.md.",
    '- T01 contains notes from planning: "Let me think"; say what to do, not how it was found.',
    "- T01 mentions T02; say what it needs from there instead.",
    `- ${odd.replace("It also", "The text of T02")}`,
  ])
    expect(remarks).toContain(remark);
  expect(body).toContain("no model is paid for");
}

async function notesOnTheTasks(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer } = world;
  const first = await maintainer.pull(await pullFrom(world, `gsd-task/${issue}/T01`));
  expect(first.body).toMatch(
    /<details><summary>Why these agents · 2 notes<\/summary>\n\n- `senior`: senior on script: /,
  );
  expect(first.body).toContain('- T01 contains notes from planning: "Let me think"');
  expect(first.body).toMatch(/<sub>`senior`, `correctness`, `security` on `script` .* attempt 1<\/sub>/);
  const pull = await pullFrom(world, `gsd-task/${issue}/T02`);
  const second = await maintainer.pull(pull);
  expect(second.body).toContain(`- ${odd.replace("It also", "The text of T02")}`);
  expect(second.body).toContain(`- ${hidden("The feedback on T02")}`);
  expect(second.body).toContain("- The feedback on T02 mentions T09, but is about T02");
  expect(second.body).toMatch(/- The context of T02 has changed since the first attempt: /);
  expect(second.body).toMatch(/<sub>.* on `script` .* attempt 2<\/sub>/);
}

function reportsInTheSummary({ forge }: ScriptedWorld): void {
  const text = [...forge.world.jobs.values()].map((job) => job.summary).join("\n");
  expect(text).toMatch(
    /### T02 of #\d+: `crashed`\n\nThis job did not finish its work: it crashed\.\n\nThe script ended with exit code 3/,
  );
  expect(text).toContain(
    `What to know about what the agents were told:\n\n- ${odd.replace("It also", "The text of T02")}`,
  );
}
