import { sampleIssue } from "../../local/demo/issue.ts";
import { createNarrator } from "../../local/demo/narrator.ts";
import { proposedPlan, readyTask } from "../../local/demo/tell-story.ts";
import { watchWorld } from "../../local/demo/watch-world.ts";
import type { Mode } from "../../local/render-stub.ts";
import { aWorld } from "../e2e/a-world.ts";

interface Waits {
  toPlan: number;
  toReady: number;
}

/**
 * How long people wait when each job's machine takes `jobStart` seconds to start: from the label to the proposed plan, and from
 * the plan's approval to the first task that is ready. What this adds to a world whose machines start at once, divided by
 * `jobStart`, is the number of starts that follow on one another.
 */
export async function measureWaiting(mode: Mode, jobStart: number) {
  // A machine that is busy with other things only ever makes it slower.
  const atOnce = fastest(await wait(mode, 0), await wait(mode, 0));
  const delayed = await wait(mode, jobStart);
  const row = (what: string, key: keyof Waits) => ({
    mode,
    what,
    "job start s": jobStart,
    seconds: round(delayed[key]),
    "seconds without": round(atOnce[key]),
    "starts in sequence": round((delayed[key] - atOnce[key]) / jobStart),
  });
  return [row("label to proposed plan", "toPlan"), row("/approve to first ready task", "toReady")];
}

async function wait(mode: Mode, jobStart: number): Promise<Waits> {
  await using world = await aWorld({ mode, jobStart });
  const silent = createNarrator(() => {});
  const watcher = watchWorld(world, silent);
  try {
    const issue = await world.maintainer.openIssue(sampleIssue);
    await world.idle();
    const labeled = performance.now();
    await world.maintainer.label(issue, "gsd:plan");
    const plan = await watcher.until("a plan", proposedPlan);
    const proposed = performance.now();
    await world.idle();
    const approved = performance.now();
    await world.maintainer.comment(plan.number, "/approve");
    await watcher.until("a task to approve", (pulls) => readyTask(world, issue, pulls));
    return { toPlan: (proposed - labeled) / 1000, toReady: (performance.now() - approved) / 1000 };
  } finally {
    watcher.stop();
  }
}

function fastest(one: Waits, other: Waits): Waits {
  return { toPlan: Math.min(one.toPlan, other.toPlan), toReady: Math.min(one.toReady, other.toReady) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
