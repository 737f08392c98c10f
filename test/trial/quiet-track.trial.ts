import { describe, expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, plan, pullFrom } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const tasks = Array.from({ length: 8 }, (_, at) => {
  const id = `T0${at + 1}`;
  return at < 4 ? { id } : { id, after: [`T0${at - 3}`] };
});

/** Edits of comments in a thread, as GitHub tells the App of them. */
function editsIn({ forge }: ScriptedWorld, issue: number): number {
  return forge.deliveries.log.filter(({ event, action, body }) => {
    if (event !== "issue_comment" || action !== "edited") return false;
    return (JSON.parse(body) as { issue: { number: number } }).issue.number === issue;
  }).length;
}

describe("a track of eight tasks", () => {
  it("is one comment, and one more for each time that it needs somebody", async () => {
    await using world = await aScriptedWorld({
      mode: "app",
      plot: { tasks },
      config: "limits: { parallel: 4 }\n",
    });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    for (const { id } of tasks)
      await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/${id}`), "/approve");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });

    const comments = (await world.maintainer.comments(issue)).filter(({ user }) => user?.type === "Bot");
    const edits = editsIn(world, issue);
    console.log(`eight tasks: ${comments.length} comments of gsd in the issue, ${edits} edits`);
    const calls = comments.filter(({ body }) => !body?.includes("gsd:sticky"));
    expect(comments.length - calls.length).toBe(1);
    expect(calls.map(({ body }) => body?.split(/[:.]/)[0])).toEqual([
      "@maintainer, the plan is ready",
      `@maintainer, all tasks of #${issue} are merged and verified`,
    ]);
    // Each task starts, is ready and is merged; the plan comes, is approved and is verified.
    expect(edits).toBeGreaterThan(0);
    expect(edits).toBeLessThanOrEqual(3 * tasks.length + 8);
  });
});
