import { describe, expect, it } from "vitest";
import { repoOf } from "./a-backlog.ts";
import { aBoard, tickBoxes, trackOf } from "./a-board.ts";

/** Annotations of the newest check run of ours on a commit. */
function overviewOf(stage: Awaited<ReturnType<typeof aBoard>>, head: string) {
  const runs = [...repoOf(stage).checkRuns.values()].filter((run) => run.headSha === head);
  return runs.filter(({ name }) => name === "gsd/overview").at(-1);
}

describe("a head beside which the App says what is known of it", () => {
  it("has one check run for each run that made it, which holds up no merge", async () => {
    await using stage = await aBoard("app");
    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    const track = await trackOf(stage, 1);
    const [[id = "", task] = []] = Object.entries(track.tasks);
    const head = task?.proposal?.head ?? "";
    const shown = overviewOf(stage, head);
    expect(shown).toMatchObject({ status: "completed", app: { slug: "gsd-app" } });
    expect(shown?.output.title).toContain(id);
    expect(shown?.output.summary).toContain(`### gsd · ${track.title}`);
    expect(shown?.output.summary).not.toContain("](../");
    await stage.people.maintainer.comment(task?.proposal?.pull ?? 0, `/approve ${head.slice(0, 7)}`);
    await stage.idle();
    expect((await trackOf(stage, 1)).tasks[id as never]?.status).toBe("completed");
  });

  it("has none without the App: a workflow's token has no suite of its own", async () => {
    await using stage = await aBoard("action");
    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    expect([...repoOf(stage).checkRuns.values()].filter(({ name }) => name.startsWith("gsd/"))).toEqual([]);
  });
});
