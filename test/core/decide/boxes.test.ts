import { describe, expect, it } from "vitest";
import { type Box, tickSource } from "../../../core/codec/boxes.ts";
import { askTonight } from "../../../core/decide/ask-tonight.ts";
import type { BoardAsk } from "../../../core/model/repository.ts";
import type { Sender } from "../../../core/model/trigger.ts";
import { toTickTrigger } from "../../../core/trigger/to-board-edit.ts";
import { aConfig, aMergedTask, aTask, aTrack, at } from "../../builders/a-track.ts";
import { ask, decided, jobs, reactions, said } from "../../builders/ask.ts";
import { bot, facts, mia, visitor } from "../../builders/facts.ts";

function ticked(box: Box, sender: Sender = mia, seconds = -1) {
  const edit = { type: "board-edited" as const, issue: 5, boxes: [box], sender, at: at(seconds) };
  const trigger = toTickTrigger(edit, box);
  if (!trigger) throw new Error("it is about a track");
  return trigger;
}

const failed = () => aTask({ status: "failed", runs: 2, attempts: 2 });
const retry: Box = { type: "retry", issue: 42, task: "T01", run: 2 };

describe("a box that is ticked", () => {
  it("does what the command does, and says nothing but in the dashboard", () => {
    const track = ask(aTrack({ tasks: { T01: failed() } }), ticked(retry));
    expect(track.tasks["T01"]?.status).toBe("in_progress");
    expect([said(track), reactions(track)]).toEqual([[], []]);
    expect(track.rulings).toMatchObject([
      {
        by: "mia",
        command: "retry",
        task: "T01",
        ok: true,
        source: tickSource.format({ by: 1, at: at(-1), box: retry }),
      },
    ]);
  });

  it("counts once, and a second person's as well", () => {
    const before = aTrack({ tasks: { T01: failed() } });
    const once = ask(before, ticked(retry));
    const again = ask(once, ticked(retry));
    expect(again.rulings).toHaveLength(1);
    const ada = { id: 9, login: "ada", bot: false };
    const second = ask(once, ticked(retry, ada), { actor: { ...ada, permission: "write" } });
    expect(second.rulings?.map(({ by, ok }) => [by, ok])).toEqual([
      ["mia", true],
      ["ada", false],
    ]);
    expect(second.jobs).toEqual(once.jobs);
  });

  it.each([
    ["has run again since", aTask({ status: "failed", runs: 3 }), "task-moved-on"],
    ["was merged meanwhile", aMergedTask({ runs: 2 }), "cannot-retry"],
    ["is gone", undefined, "unknown-task"],
  ])("of a task that %s is refused, and the dashboard says why", (_, task, why) => {
    const track = ask(aTrack(task ? { tasks: { T01: task } } : {}), ticked(retry));
    expect(track.rulings).toMatchObject([{ ok: false, why, notice: { type: why } }]);
    expect([said(track), jobs(track).filter((job) => job.startsWith("task"))]).toEqual([[], []]);
  });

  it("of a plan binds the tree that the box showed", () => {
    const track = ask(
      aTrack({ phase: "proposed" }),
      ticked({ type: "approve", issue: 42, tree: "e".repeat(40) }),
      {
        plan: { tree: "f".repeat(40), head: "a".repeat(40), problems: [], tasks: [], sources: "s" } as never,
      },
    );
    expect(track.phase).toBe("proposed");
    expect(track.rulings).toMatchObject([{ ok: false, why: "older-plan" }]);
  });

  it("by somebody who may not is refused once a day, whatever they tick", () => {
    const before = aTrack({ tasks: { T01: failed() } });
    const first = decided(before, ticked(retry, visitor), { actor: visitor });
    if (first.type !== "answers" || !first.track) throw new Error("it is refused, and written down");
    expect(first.answers).toEqual([]);
    expect(first.track.rulings).toMatchObject([{ by: "vic", ok: false, why: "no-write-access" }]);
    expect(first.track.tasks).toEqual(before.tasks);
    const later = ticked({ type: "pause", issue: 42 }, visitor, 30);
    expect(decided(first.track, later, { actor: visitor })).toEqual({ type: "answers", answers: [] });
  });

  it("by a bot is nobody's, and where there is no track nothing happens", () => {
    const byBot = decided(aTrack({ tasks: { T01: failed() } }), ticked(retry, bot), { actor: bot });
    expect(byBot).toMatchObject({
      type: "answers",
      answers: [],
      track: { rulings: [{ why: "bot-refused" }] },
    });
    expect(decided(undefined, ticked(retry))).toEqual({ type: "answers", answers: [] });
  });

  it("is one of the commands that a person may give in an hour", () => {
    const config = aConfig({ limits: { commands: 1 } });
    const track = ask(aTrack({ config }), ticked({ type: "pause", issue: 42 }));
    const more = ask(track, ticked({ type: "resume", issue: 42 }));
    const evenMore = ask(more, ticked({ type: "resume", issue: 42 }, mia, 0));
    expect(evenMore.paused).toBe(true);
    expect(evenMore.rulings?.map(({ ok, why }) => [ok, why])).toEqual([
      [true, undefined],
      [false, "command-limit"],
      [false, undefined],
    ]);
  });

  it("leaves words of the newest five answers in the track", () => {
    let track = aTrack({ phase: "executing" });
    for (let second = 0; second < 8; second += 1)
      track = ask(track, ticked({ type: "retry", issue: 42, task: "T09", run: 1 }, mia, -100 + second));
    expect(track.rulings?.map(({ notice }) => notice !== undefined)).toEqual([
      ...[false, false, false],
      ...[true, true, true, true, true],
    ]);
  });
});

describe("the box of the nightly run", () => {
  const config = {
    ok: true as const,
    config: { ...aConfig(), nightly: { tracks: 3, label: "b", milestone: true } },
  };
  const source = (seconds: number, by = 1) =>
    tickSource.format({ by, at: at(seconds), box: { type: "tonight" } });
  const tonight = (given: Parameters<typeof facts>[0] = {}, asks: BoardAsk[] = [], seconds = 0) =>
    askTonight(facts({ config, ...given }), { source: source(seconds), at: at(seconds), sender: mia, asks });

  it("takes what `/plan` takes", () => {
    expect(tonight()).toMatchObject({ by: "mia", ok: true });
    expect(tonight({ actor: visitor })).toMatchObject({ ok: false, notice: { type: "no-write-access" } });
    const strict = { ok: true as const, config: { ...config.config, who: { plan: "admin" } } };
    expect(tonight({ config: strict })).toMatchObject({ ok: false, notice: { type: "not-allowed" } });
    expect(tonight({ config: { ok: true, config: aConfig() } })).toMatchObject({
      notice: { type: "no-nightly" },
    });
  });

  it("counts once, is answered in vain once a day, and is limited", () => {
    const first = { source: source(0), at: at(0), by: "mia", ok: true };
    expect(tonight({}, [first], 3)).toBeUndefined();
    expect(tonight({}, [first], 60)).toMatchObject({ ok: true });
    const refused = tonight({ actor: visitor });
    expect(tonight({ actor: visitor }, refused ? [refused] : [], 60)).toBeUndefined();
    const few = {
      ok: true as const,
      config: { ...config.config, limits: { ...config.config.limits, commands: 1 } },
    };
    expect(tonight({ config: few }, [first], 60)).toMatchObject({ notice: { type: "command-limit" } });
  });
});
