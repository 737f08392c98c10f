import { describe, expect, it } from "vitest";
import { region } from "../../../core/codec/regions.ts";
import { cancel } from "../../../core/decide/steer.ts";
import type { Track } from "../../../core/model/track.ts";
import { changedStates, inPlaceOf, pullStates, withState } from "../../../core/render/pull-states.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { aMergedTask, aReadyTask, aRollback, aTask, aTrack, at, sha } from "../../builders/a-track.ts";

const approved: Track["plan"] = {
  ...aTrack().plan,
  approved: { tree: sha("f1"), head: sha("f2"), by: "maintainer", at: at(0) },
};

const running = (fields: Partial<Track> = {}) => aTrack({ phase: "executing", plan: approved, ...fields });

function textOf(track: Track, pull: number): string {
  const found = pullStates(track).find((state) => state.pull === pull);
  if (!found) throw new Error(`nothing is said in #${pull}`);
  return found.text;
}

describe("the body of a plan's pull request", () => {
  it("asks for approval, then says how much is merged, and in the end what to do", () => {
    const proposed = aTrack({
      phase: "proposed",
      plan: { ...aTrack().plan, proposed: { tree: sha("f1"), head: sha("f2"), at: at(0) } },
    });
    expect(textOf(proposed, 10)).toContain(
      "**Next:** read the plan. Nothing runs before you approve it. The plan is ready at `f100000`.",
    );
    const tasks = { T01: aMergedTask(), T02: aTask({ status: "in_progress" }) };
    const text = textOf(running({ tasks }), 10);
    expect(text).toContain(
      "1 of 2 tasks is merged into this branch. The progress comment in #42 says how the others are.",
    );
    expect(text).toContain("| ✅ merged | #11 |");
    expect(text).toContain("| not merged | – |");
    expect(text).not.toContain("Nothing runs before that");
    const ready = running({ phase: "ready", tasks: { T01: aMergedTask() } });
    expect(textOf(ready, 10)).toContain("The one task for #42 is merged into this branch and verified.");
    expect(textOf(ready, 10)).toContain("**Next:** review and merge.");
    expect(textOf({ ...ready, phase: "merged" }, 10)).toContain("**Merged.** 1 of 1 task");
    expect(textOf({ ...ready, phase: "verifying" }, 10)).toContain("is being verified");
  });

  it("folds what gsd wrote once people edited the plan, so that nobody approves an old table", () => {
    const proposed = { tree: sha("f3"), head: sha("f4"), at: at(0) };
    const before = aTrack({ phase: "proposed", plan: { ...aTrack().plan, proposed } });
    const edited = {
      ...before,
      plan: { ...before.plan, proposed: { ...proposed, byPeople: true as const } },
    };
    const [state] = changedStates(before, edited);
    expect(state).toMatchObject({ pull: 10, folds: true });
    expect(state?.text).toContain("**Next:** read the plan.");
    expect(state?.text).toContain(
      "was edited since gsd wrote it: its files count, not what is folded below.",
    );
  });

  it("does not change while tasks run and are reviewed, so that it is not written for each of them", () => {
    const states = ["pending", "in_progress", "review"] as const;
    const texts = states.map((status) => textOf(running({ tasks: { T01: aTask({ status }) } }), 10));
    expect(new Set(texts).size).toBe(1);
  });

  it("says who needs help, and that the track was paused or cancelled", () => {
    const tasks = { T01: aTask({ status: "failed" }), T02: aTask({ status: "in_progress" }) };
    expect(textOf(running({ tasks }), 10)).toContain("**Next:** T01 needs your help");
    expect(textOf(running({ tasks, paused: true }), 10)).toContain("`/resume`");
    const over = textOf(running({ tasks, phase: "cancelled" }), 10);
    expect(over).toContain(
      "**Cancelled.** 0 of 2 tasks are merged into this branch, and nothing more happens here.",
    );
  });

  it("of a track that people merged early says what was left out", () => {
    const tasks = { T01: aMergedTask(), T02: aTask({ status: "in_progress" }) };
    expect(textOf(running({ phase: "merged", tasks }), 10)).toContain("T02 is left out.");
  });
});

describe("the body of a task's pull request", () => {
  it.each([
    ["review", "read the newest review below"],
    ["in_progress", "T01 runs again"],
    ["completed", "**Merged** into `gsd/42-csv-export` as `e100000`."],
    ["skipped", "**Skipped:**"],
  ] as const)("says when it is %s", (status, words) => {
    expect(textOf(running({ tasks: { T01: aMergedTask({ status }) } }), 11)).toContain(words);
  });

  it("says that it was rolled back, and by what", () => {
    const task = aTask({ status: "skipped", rolledBack: { pull: 11, by: 21 } });
    const track = running({ phase: "merged", tasks: { T01: task } });
    expect(textOf(track, 11)).toBe("**Merged, then rolled back by #21:** T01 is not in the track any more.");
    expect(renderSticky(track)).toContain("↩️ rolled back");
    expect(renderSticky(track)).not.toContain("skipped");
  });

  it("is not said to be ready or running once the track is cancelled", () => {
    const track = running({
      tasks: { T01: aReadyTask(), T02: aTask({ status: "in_progress" }), T03: aTask() },
    });
    const draft = { track, moment: { now: at(0), owner: "test" }, missing: [] };
    cancel(draft);
    expect(textOf(draft.track, 11)).toBe("**Not merged:** the track is cancelled.");
    const sticky = renderSticky(draft.track);
    expect(sticky).toContain("⏹️ stopped");
    expect(sticky).toContain("▫️ not started");
    expect(sticky).not.toMatch(/running|in review|waiting/);
  });
});

describe("the body of a rollback's pull request", () => {
  it.each([
    ["open", "comment `/approve`"],
    ["completed", "**Merged:** T01 is rolled back."],
    ["failed", "**Closed without a merge:** T01 stays merged."],
  ] as const)("says when it is %s", (status, words) => {
    expect(textOf(running({ rollbacks: [aRollback({ status })] }), 21)).toContain(words);
  });
});

describe("a body that is brought up to date", () => {
  const body = `Mine.\n\n${region.format("body", `${region.format("state", "old")}\n\nThe plan.\n\n${region.format("fold", "")}\n\nCloses #42`)}\n\nMine too.`;

  it("keeps what people wrote around ours, and folds the plan", () => {
    const text = withState(body, { text: "new", folds: true });
    expect(text).toMatch(/^Mine\.\n/);
    expect(text).toMatch(/Mine too\.$/);
    expect(text).toContain("new\n\n<details><summary>The plan as it was proposed</summary>\n\n");
    expect(text).toContain("The plan.");
    expect(text).toContain("</details>");
    expect(withState(text, { text: "new", folds: true })).toBe(text);
    expect(withState(text, { text: "old", folds: false })).toBe(body);
  });

  it("stays as it is where people took our part out", () => {
    expect(withState("All mine.", { text: "new", folds: true })).toBe("All mine.");
  });

  it("never grows too long for GitHub", () => {
    const long = body.replace("The plan.", "x".repeat(58_000));
    const text = withState(long, { text: "y".repeat(5_000), folds: true });
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain("Mine too.");
    expect(text).toContain("Closes #42");
    expect(text).not.toContain("details");
  });

  it("is put in the place of an older one of ours", () => {
    const wanted = region.format("body", "A new summary.");
    expect(inPlaceOf(body, wanted)).toBe(`Mine.\n\n${wanted}\n\nMine too.`);
    expect(inPlaceOf("All mine.", wanted)).toBe(wanted);
  });
});

describe("what changed", () => {
  it("is nothing for a pull request that was just opened, and the rest when it moved on", () => {
    const before = running({ tasks: { T01: aTask({ status: "in_progress" }) } });
    const opened = running({ tasks: { T01: aReadyTask() } });
    expect(changedStates(before, opened)).toEqual([]);
    const merged = running({ tasks: { T01: aMergedTask() } });
    expect(changedStates(opened, merged).map(({ pull }) => pull)).toEqual([10, 11]);
    expect(changedStates(merged, merged)).toEqual([]);
  });
});
