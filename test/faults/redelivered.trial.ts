import { describe, expect, it } from "vitest";
import type { RequestInfo } from "../../local/forge/faults.ts";
import { describeWorld } from "./canonical-world.ts";
import { createStage, type Stage } from "./in-process.ts";
import { numbers, sampleOf } from "./sample.ts";

type When = "before" | "after";
/** What people do, one after the other; each is one delivery. */
const steps: [string, (stage: Stage) => Promise<unknown>][] = [
  ["the label", ({ people }) => people.maintainer.label(1, "gsd:plan")],
  ["/approve of the plan", ({ people }) => people.maintainer.comment(2, "/approve")],
  ["/approve of T01", ({ people }) => people.maintainer.comment(3, "/approve")],
];

/** Plays the steps up to one; `disturb` is called before that one. */
async function play(last: number, disturb: (stage: Stage) => Promise<void> | void = () => {}) {
  const stage = await createStage("app");
  await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
  for (const [at, [, act]] of steps.slice(0, last + 1).entries()) {
    await stage.idle();
    if (at === last) await disturb(stage);
    await act(stage);
  }
  await stage.idle();
  return stage;
}

/** The world after a step, and how many requests the App makes for it, until all that follows from it is done. */
async function playCalmly(step: number): Promise<{ wanted: string; requests: number }> {
  let count = () => 0;
  const watch = ({ forge }: Stage) => {
    ({ count } = forge.faults.killAt({
      k: Number.POSITIVE_INFINITY,
      when: "before",
      tokenKind: "installation",
      kill() {},
    }));
  };
  await using stage = await play(step, watch);
  return { wanted: describeWorld(stage.forge, stage.repo), requests: count() };
}

/** The App dies at a request. It comes up again, and GitHub delivers the same webhook once more. No time passes. */
async function crashAndRedeliver(step: number, { k, when }: { k: number; when: When }) {
  let struck: RequestInfo | undefined;
  const arrange = ({ forge, app }: Stage) => {
    const kill = (info: RequestInfo) => {
      struck = info;
      app?.kill();
    };
    forge.faults.killAt({ k, when, tokenKind: "installation", kill });
  };
  const stage = await play(step, arrange);
  const { forge, app } = stage;
  const delivery = forge.deliveries.log.findLast(({ event, action }) =>
    step === 0 ? action === "labeled" : event === "issue_comment" && action === "created",
  )!;
  app?.restart();
  forge.deliveries.redeliver(delivery.guid);
  await stage.idle();
  return { stage, where: `killed ${when} request ${k}: ${struck?.method} ${struck?.path}` };
}

describe.each(steps.map(([name], step) => ({ name, step })))(
  "the App dies while it works on $name",
  ({ step }) => {
    it("goes on at once when the same webhook is delivered again, at whichever request it died", async () => {
      const { wanted, requests } = await playCalmly(step);
      const points = numbers(1, requests).flatMap((k) => [
        { k, when: "before" as const },
        { k, when: "after" as const },
      ]);
      for (const point of sampleOf(points, 2)) {
        const { stage, where } = await crashAndRedeliver(step, point);
        await using _ = stage;
        expect(describeWorld(stage.forge, stage.repo), where).toBe(wanted);
      }
    });
  },
);

describe("an App that was killed and starts again, without a webhook", () => {
  it("finds at its start what nobody had begun, and after the lease what was begun", async () => {
    await using calm = await play(0);
    const wanted = describeWorld(calm.forge, calm.repo);
    await using stage = await play(0, ({ forge, app }) => {
      const route = "POST /repos/{owner}/{repo}/git/refs";
      forge.faults.killAt({ k: 2, when: "before", route, kill: () => app?.kill() });
    });
    expect(describeWorld(stage.forge, stage.repo)).not.toBe(wanted);
    stage.app?.restart({ ticks: true });
    await stage.idle();
    for (let minute = 0; minute < 8; minute += 1) {
      stage.pass(1);
      stage.app?.beat();
      await stage.idle();
    }
    expect(describeWorld(stage.forge, stage.repo)).toBe(wanted);
  });

  it("works off at its start what was still in the queue", async () => {
    await using calm = await play(0);
    await using stage = await play(0, ({ app }) => app?.kill());
    expect(stage.forge.world.repos.get(stage.repo)?.comments.size).toBe(0);
    stage.app?.restart({ ticks: true });
    await stage.idle();
    expect(describeWorld(stage.forge, stage.repo)).toBe(describeWorld(calm.forge, calm.repo));
  });
});
