import { describe, expect, it } from "vitest";
import type { Mode } from "../../local/render-stub.ts";
import { createStage, type Stage } from "../faults/in-process.ts";

const commands = [
  "/plan",
  "/approve",
  "/status",
  "/help",
  "/cancel",
  "/pause",
  "/resume",
  "/retry T01",
  "/run style",
  "/review T01",
  "/approve --over",
  "/plan --fresh",
];

/** What the bot said in a thread, but for its progress comment. */
function saidIn({ forge, repo }: Stage, thread: number): string[] {
  const comments = [...forge.world.repos.get(repo)!.comments.values()];
  return comments
    .filter((one) => one.issue === thread && one.user.type === "Bot" && !one.body.includes("gsd:sticky"))
    .map(({ body }) => body);
}

const modes: Mode[] = ["action", "app"];

describe.each(modes)("a visitor's twelve commands (%s)", (mode) => {
  it("get one answer where there is no track, one in each thread of a track, and one more the next day", async () => {
    await using stage = await createStage(mode);
    const { maintainer, visitor } = stage.people;
    await maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
    await visitor.openIssue({ title: "Mine", body: "Please." });
    await maintainer.label(1, "gsd:plan");
    await stage.idle();
    const before = new Map([1, 2, 3].map((thread) => [thread, saidIn(stage, thread).length]));
    const answers = (thread: number) => saidIn(stage, thread).slice(before.get(thread));
    const pull = 3;
    for (const thread of [1, 2, pull]) {
      // All at once, so that nobody has answered when the next one comes.
      await Promise.all(commands.map((command) => visitor.comment(thread, command)));
      await stage.idle();
      expect(answers(thread)).toHaveLength(1);
      // Whoever asked for help first is not named at all.
      expect(answers(thread)[0]?.match(/@visitor/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
    await stage.tick();
    for (const thread of [1, 2, pull]) expect(answers(thread)).toHaveLength(1);
    stage.pass(24 * 60);
    for (const command of commands) await visitor.comment(1, command);
    await stage.idle();
    expect(answers(1)).toHaveLength(2);
    expect(saidIn(stage, 2)).toHaveLength(1);
  });

  it("hold up nobody else: a writer's command among them is obeyed", async () => {
    await using stage = await createStage(mode);
    const { maintainer, visitor } = stage.people;
    await maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
    for (const command of commands.slice(0, 6)) await visitor.comment(1, command);
    await maintainer.comment(1, "/plan");
    for (const command of commands.slice(6)) await visitor.comment(1, command);
    await stage.idle();
    const track = await stage.forge.actions.readFile(stage.repo, "gsd/ledger", "tracks/1.json");
    expect(JSON.parse(track ?? "{}")).toMatchObject({ phase: "proposed" });
    expect(saidIn(stage, 1).filter((body) => body.includes("@visitor"))).toHaveLength(1);
  });
});
