import { describe, expect, it } from "vitest";
import type { Day } from "../../core/model/day.ts";
import { dateOf, leftToday, reserve } from "../../core/select/reserve.ts";
import { loadDays } from "../../loop/ledger/days.ts";
import { loadTrack, saveTrack } from "../../loop/ledger/tracks.ts";
import type { Ports } from "../../loop/ports.ts";
import { expireReservations, settleSpending } from "../../loop/settle-spending.ts";
import { aLedger, aReadyTrack } from "../adapters/ledger/a-ledger.ts";

const budget = { day: 3.5, job: 1 };
const until = "2026-11-16T05:00:00.000Z";
const noon = new Date("2026-11-16T12:00:00.000Z");

/** A claim as the loop makes it: the job in its track and the reservation in the day's file are saved together. */
async function claim({ ledger, now }: Ports, issue: number): Promise<number> {
  let saved = await loadTrack(ledger, issue);
  let [day] = await loadDays(ledger, [dateOf(now().toISOString())]);
  for (;;) {
    if (!saved || !day) throw new Error("no track");
    const usd = Math.min(budget.job, leftToday(day.day, budget.day));
    if (usd === 0) return 0;
    const reserved = { ...day, day: reserve(day.day, `${issue}/task/T01/1`, { usd, until }) };
    const track = { ...saved.track, batches: saved.track.batches + 1 };
    const saving = await saveTrack(ledger, track, { saved, message: "claim", days: [reserved] });
    if (saving.type === "saved") return usd;
    saved = saving.now;
    [day] = saving.days;
  }
}

async function aStage() {
  const time = { now: noon };
  const stage = await aLedger({ now: () => time.now });
  return Object.assign(stage, {
    time,
    day: async (date: string) => (await stage.file(`days/${date}.json`)) as Day,
  });
}

async function putDay(stage: Awaited<ReturnType<typeof aStage>>, date: string, day: Partial<Day>) {
  const value = { version: 2, usd: 0, reserved: {}, settled: {}, ...day };
  await stage.ledger.commit([{ path: `days/${date}.json`, value, version: "any" }], "day");
}

describe("the budget of a day", () => {
  it("is not overspent by ten loops that claim at the same time", async () => {
    await using stage = await aStage();
    const issues = Array.from({ length: 10 }, (_, index) => index + 1);
    const changes = issues.map((issue) => ({
      path: `tracks/${issue}.json`,
      value: aReadyTrack(issue, { batches: 0 }),
      version: undefined,
    }));
    await stage.ledger.commit(changes, "ten tracks");
    const caps = await Promise.all(issues.map((issue) => claim(stage.connect(), issue)));
    expect(caps.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0.5, 1, 1, 1].toSorted());

    const { reserved } = await stage.day("2026-11-16");
    const held = Object.values(reserved).map(({ usd }) => usd);
    expect(held.reduce((sum, usd) => sum + usd, 0)).toBe(budget.day);
    for (const issue of issues) {
      const track = (await loadTrack(stage.ledger, issue))?.track;
      expect(track?.batches).toBe(caps[issue - 1] === 0 ? 0 : 1);
      expect(`${issue}/task/T01/1` in reserved).toBe(caps[issue - 1] !== 0);
    }

    await Promise.all(issues.map((issue) => settleSpending(stage.connect(), `${issue}/task/T01/1`, 0.25)));
    const settled = await stage.day("2026-11-16");
    expect(settled.reserved).toEqual({});
    expect(Object.keys(settled.settled)).toHaveLength(10);
    expect(settled.usd).toBe(2.5);
    expect(stage.warnings).toEqual([]);
  });
});

describe("what a job came to", () => {
  const key = "7/task/T01/1";

  it("is booked where it was reserved, also on the day after, and once", async () => {
    await using stage = await aStage();
    await putDay(stage, "2026-11-15", { reserved: { [key]: { usd: 2, until } } });
    await settleSpending(stage.ports, key, 0.75);
    await settleSpending(stage.ports, key, 0.75);
    expect(await stage.day("2026-11-15")).toEqual({
      version: 2,
      usd: 0.75,
      reserved: {},
      settled: { [key]: 0.75 },
    });
    expect(await stage.day("2026-11-16")).toBeUndefined();
  });

  it("is booked today where nothing was reserved, and not at all where nothing was spent", async () => {
    await using stage = await aStage();
    await settleSpending(stage.ports, "7/verify/-/1", 0);
    expect(await stage.day("2026-11-16").catch(() => undefined)).toBeUndefined();
    await settleSpending(stage.ports, key, 0.75);
    expect(await stage.day("2026-11-16")).toMatchObject({ usd: 0.75, settled: { [key]: 0.75 } });
  });

  it("is added to a day that the version before wrote", async () => {
    await using stage = await aStage();
    await stage.ledger.commit(
      [{ path: "days/2026-11-16.json", value: { version: 1, usd: 1.5 }, version: "any" }],
      "old",
    );
    await settleSpending(stage.ports, key, 0.5);
    expect(await stage.day("2026-11-16")).toEqual({
      version: 2,
      usd: 2,
      reserved: {},
      settled: { [key]: 0.5 },
    });
  });

  it("is logged when it cannot be booked, and fails nothing", async () => {
    await using stage = await aStage();
    await stage.ledger.commit(
      [{ path: "days/2026-11-16.json", value: { version: 9 }, version: "any" }],
      "newer",
    );
    await settleSpending(stage.ports, key, 0.5);
    await expireReservations(stage.ports);
    expect(stage.warnings).toEqual([
      "what a job spent was not booked",
      "reservations whose time is up were not booked",
    ]);
  });

  it("is what was reserved when its time is up and nobody said anything", async () => {
    await using stage = await aStage();
    const running = { usd: 1, until: "2026-11-16T13:00:00.000Z" };
    await putDay(stage, "2026-11-16", {
      usd: 1,
      reserved: { [key]: { usd: 2, until }, "8/task/T01/1": running },
    });
    await expireReservations(stage.ports);
    expect(await stage.day("2026-11-16")).toEqual({
      version: 2,
      usd: 3,
      reserved: { "8/task/T01/1": running },
      settled: { [key]: 2 },
    });
    const commits = await stage.history();
    await expireReservations(stage.ports);
    expect(await stage.history()).toEqual(commits);
  });
});
