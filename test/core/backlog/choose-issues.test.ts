import { describe, expect, it } from "vitest";
import { type Asker, type ChoiceInput, chooseIssues } from "../../../core/backlog/choose-issues.ts";
import { isInWindow } from "../../../core/backlog/is-in-window.ts";
import type { Place } from "../../../core/backlog/order-backlog.ts";
import { roomForPlans } from "../../../core/jobs/decide-cap.ts";
import { defaultConfig } from "../../../core/model/parse-config.ts";
import { freshDay, reserve } from "../../../core/select/reserve.ts";

const nightly = { tracks: 3, label: "gsd:backlog", milestone: true };
const place = (number: number, more: Partial<Place> = {}): Place => ({
  issue: { number, title: "T", labels: [], createdAt: "2026-11-01T00:00:00.000Z", hasLinks: false },
  priority: { rank: 3 },
  waitsFor: [],
  unread: false,
  ...more,
});
const ada: Asker = { login: "ada", may: true };

function choose(input: Partial<ChoiceInput>) {
  const places = input.places ?? [place(1), place(2), place(3), place(4)];
  const night = chooseIssues({
    now: "2026-11-18T23:30:00.000Z",
    nightly,
    places,
    openTracks: 0,
    over: new Set(),
    askers: new Map(places.map(({ issue }) => [issue.number, ada])),
    lookups: 20,
    ...input,
  });
  return { verdicts: night.rows.map(({ verdict }) => verdict.type), stop: night.stop };
}

describe("the nightly run", () => {
  it("stops at the limit of open tracks, whoever started them", () => {
    expect(choose({ openTracks: 1 })).toEqual({
      verdicts: ["start", "start", "later", "later"],
      stop: { type: "tracks", open: 3, limit: 3 },
    });
    expect(choose({ openTracks: 5 })).toMatchObject({
      verdicts: ["later", "later", "later", "later"],
      stop: { open: 5 },
    });
  });

  it("stops when the day's budget pays for no more plans", () => {
    const budget = { plans: 1, leftUsd: 4, neededUsd: 4 };
    expect(choose({ budget })).toEqual({
      verdicts: ["start", "later", "later", "later"],
      stop: { type: "budget", leftUsd: 4, neededUsd: 4 },
    });
  });

  it("starts nothing outside of its hours", () => {
    const window = "22-06";
    const quiet = choose({ nightly: { ...nightly, window }, now: "2026-11-18T12:00:00.000Z" });
    expect(quiet).toEqual({
      verdicts: ["later", "later", "later", "later"],
      stop: { type: "window", window },
    });
    expect(choose({ nightly: { ...nightly, window } }).verdicts[0]).toBe("start");
  });

  it("passes over what waits, was planned before, was not read or was not asked for by somebody who may", () => {
    const waiting = place(1, { waitsFor: [{ number: 9, open: true, kind: "blocker" }] });
    const places = [waiting, place(2), place(3, { unread: true }), place(4), place(5), place(6)];
    const askers = new Map<number, Asker | undefined>([
      [4, { login: "eve", may: false }],
      [5, undefined],
      [6, ada],
    ]);
    expect(choose({ places, askers, over: new Set([2]) })).toEqual({
      verdicts: ["waits", "over", "unread", "not-asked", "not-asked", "start"],
      stop: { type: "nothing-left" },
    });
  });

  it("stops where nobody has looked up what somebody may do", () => {
    const askers = new Map([[1, { login: "new", may: undefined }]]);
    expect(choose({ askers })).toMatchObject({
      stop: { type: "lookups", limit: 20 },
      verdicts: ["later", "later", "later", "later"],
    });
  });

  it("says that nothing is left where there is nothing", () => {
    expect(choose({ places: [] })).toEqual({ verdicts: [], stop: { type: "nothing-left" } });
  });
});

describe("a window of hours", () => {
  it.each([
    ["22-06", [22, 23, 0, 5], [6, 12, 21]],
    ["1-5", [1, 4], [0, 5, 23]],
    ["20-24", [20, 23], [0, 19]],
    ["22-0", [22, 23], [0, 21]],
  ])("%s", (window, inside, outside) => {
    const at = (hour: number) => isInWindow(`2026-11-18T${String(hour).padStart(2, "0")}:30:00.000Z`, window);
    expect([inside.map(at), outside.map(at)]).toEqual([inside.map(() => true), outside.map(() => false)]);
  });
});

describe("room for plans in a day's budget", () => {
  const config = {
    ...defaultConfig(),
    engine: "claude-code" as const,
    budget: { task: 2, track: 20, day: 10, warn_at: 0.5 },
  };

  it("is what the cap of a plan leaves: two plans of 4 in 10", () => {
    expect(roomForPlans(config, freshDay)).toEqual({ plans: 2, leftUsd: 10, neededUsd: 4 });
    const held = reserve(freshDay, "1/plan/-/1", { usd: 4, until: "2026-11-19T00:00:00.000Z" });
    expect(roomForPlans(config, held)).toEqual({ plans: 1, leftUsd: 6, neededUsd: 4 });
    expect(roomForPlans(config, { ...freshDay, usd: 10 })).toMatchObject({ plans: 0 });
  });

  it("is not counted where nothing is paid", () => {
    expect(roomForPlans({ ...config, engine: "script" }, freshDay)).toBeUndefined();
  });
});
