import { describe, expect, it } from "vitest";
import { trackFile } from "../../../core/codec/ledger-files.ts";
import type { Facts } from "../../../core/model/facts.ts";
import { parseConfig } from "../../../core/model/parse-config.ts";
import type { Track } from "../../../core/model/track.ts";
import {
  aConfig,
  aProposal,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { answers, ask, decided, effects, notices, quiet, reactions, said } from "../../builders/ask.ts";
import { aPlan, mia, pullFacts, visitor } from "../../builders/facts.ts";
import { commented, continued } from "../../builders/triggers.ts";

const ben = { id: 3, login: "ben", bot: false, permission: "write" };
const by = (who: typeof ben) => ({ id: who.id, login: who.login, bot: false });
const merges = (track: Track) =>
  effects(track, "merge-task").length + effects(track, "merge-rollback").length;

/** T01 is ready at `a1` in #11, where these settings hold. */
function ready(settings: Partial<Track["config"]> = {}): Track {
  return aTrack({ tasks: { T01: aReadyTask() }, config: aConfig(settings) });
}

const approvedBy = (who: typeof ben, body = "/approve") => commented(body, { thread: 11, sender: by(who) });

describe("a role for each command", () => {
  it("refuses a writer what is for others, with their names", () => {
    const after = ask(ready({ who: { approve: ["maintain", "@acme/leads"] } }), approvedBy(ben), {
      ...pullFacts(),
      actor: ben,
    });
    expect(merges(after)).toBe(0);
    expect(notices(after)).toEqual([
      {
        type: "not-allowed",
        login: "ben",
        command: "approve",
        needs: ["maintain", "@acme/leads"],
        unseen: [],
      },
    ]);
  });

  it("lets a triager have what is theirs, and no more", () => {
    const track = ready({ who: { status: "triage" } });
    const tess = { ...ben, permission: "triage" };
    expect(said(ask(track, commented("/status", { sender: by(tess) }), { actor: tess }))).toEqual([
      "#42: status",
    ]);
    const both = ask(track, commented("/status\n/pause", { sender: by(tess) }), { actor: tess });
    expect([both.paused, said(both)]).toEqual([false, ["#42: status", "#42: no-write-access"]]);
    expect(answers(commented("/pause", { sender: by(tess) }), { actor: tess }, track)).toEqual([
      "confused",
      "no-write-access",
    ]);
  });

  it("refuses and says so where GitHub does not tell what somebody may do, each time", () => {
    const actor = { ...ben, permission: "none", unknown: "Server Error" };
    const track = ready();
    const first = decided(track, approvedBy(ben), { ...pullFacts(), actor, repeats: true });
    if (first.type !== "answers") throw new Error("something was decided");
    expect(first.answers.map(({ effect }) => effect.type)).toEqual(["react", "say"]);
    expect(first.answers[1]?.key).toMatch(/^11\/say\/c\d+\/1$/);
    expect(first.track?.rulings).toMatchObject([
      { by: "ben", command: "approve", ok: false, why: "access-unknown" },
    ]);
  });

  it("is checked for what the configuration may say", () => {
    expect(parseConfig("who: { approve: [maintain, '@acme/leads'], status: triage }").ok).toBe(true);
    expect(parseConfig("who: { aprove: write }")).toMatchObject({ ok: false });
    expect(parseConfig("who: { approve: owner }")).toMatchObject({
      ok: false,
      problems: [{ path: "who.approve", line: 1 }],
    });
  });
});

describe("two approvals", () => {
  const facts = pullFacts();

  it("merges when two people have approved the same head; the first hears what is missing", () => {
    const first = ask(ready({ approvals: 2 }), approvedBy(ben), { ...facts, actor: ben });
    expect([merges(first), reactions(first)]).toEqual([0, ["eyes"]]);
    expect(notices(first)).toEqual([
      { type: "approval-counted", task: "T01", by: ["ben"], people: 1, owners: [], unseen: [] },
    ]);
    const again = ask(quiet(first), approvedBy({ ...ben, login: "Ben" }), { ...facts, actor: ben });
    expect([merges(again), notices(again)]).toMatchObject([0, [{ type: "approval-counted", people: 1 }]]);
    const second = ask(quiet(again), approvedBy(mia), { ...facts, actor: mia, approvers: { ben } });
    expect(merges(second)).toBe(1);
    expect(second.tasks.T01?.proposal?.approvals?.map((one) => one.by)).toEqual(["Ben", "mia"]);
  });

  it("a push in between takes the first back", () => {
    const first = ask(ready({ approvals: 2 }), approvedBy(ben), { ...facts, actor: ben });
    const moved = pullFacts({ head: sha("a2") });
    const pushed = ask(quiet(first), commented("/status"), moved);
    expect(pushed.tasks.T01?.proposal).toMatchObject({ head: sha("a2") });
    expect(pushed.tasks.T01?.proposal?.approvals).toBeUndefined();
  });

  it("counts for a plan by its tree", () => {
    const track = aTrack({ phase: "proposed", config: aConfig({ approvals: 2 }) });
    const first = ask(track, commented("/approve", { sender: by(ben) }), { plan: aPlan(), actor: ben });
    expect([first.phase, said(first)]).toEqual(["proposed", ["#42: approval-counted"]]);
    const second = ask(quiet(first), commented("/approve"), { plan: aPlan() });
    expect(second.phase).toBe("executing");
    expect(second.plan.approvals).toBeUndefined();
  });

  it("counts for a rollback", () => {
    const proposal = { pull: 21, head: sha("c1"), readyAt: at(-60) };
    const track = aTrack({
      tasks: { T01: aTask({ status: "completed" }) },
      rollbacks: [aRollback({ status: "open", proposal })],
      config: aConfig({ approvals: 2 }),
    });
    const rolled = pullFacts({ number: 21, head: sha("c1") });
    const first = ask(track, commented("/approve", { thread: 21, sender: by(ben) }), {
      ...rolled,
      actor: ben,
    });
    expect([merges(first), said(first)]).toEqual([0, ["#21: approval-counted"]]);
    const second = ask(quiet(first), commented("/approve", { thread: 21 }), {
      ...rolled,
      approvers: { ben },
    });
    expect(merges(second)).toBe(1);
  });
});

describe("owners of changed files", () => {
  const files = [
    { owners: ["@Mia"], paths: ["a.ts"], count: 1 },
    { owners: ["@eve", "@acme/docs"], paths: ["docs/a.md"], count: 1 },
  ];
  const owned: Partial<Facts> = { ...pullFacts(), owners: { 11: { head: sha("a1"), files } } };

  it("have to approve: who is missing is said, and each group needs one of its own", () => {
    const first = ask(ready(), approvedBy(mia), owned);
    expect(merges(first)).toBe(0);
    expect(notices(first)).toMatchObject([{ type: "approval-counted", people: 0, owners: [files[1]] }]);
    const actor = { ...ben, teams: { "@acme/docs": true as const } };
    const second = ask(quiet(first), approvedBy(ben), { ...owned, actor, approvers: { mia } });
    expect(merges(second)).toBe(1);
  });

  it("of a team that GitHub does not show hold it, and the answer says why", () => {
    const actor = { ...ben, teams: { "@acme/docs": "unseen" as const } };
    const after = ask(ready(), approvedBy(ben), { ...owned, actor });
    expect(notices(after)).toMatchObject([
      { type: "approval-counted", owners: files, unseen: ["@acme/docs"] },
    ]);
  });

  it("that nobody can tell refuse it", () => {
    const after = ask(ready(), approvedBy(mia), { ...pullFacts(), owners: { 11: { problem: "unread" } } });
    expect([merges(after), notices(after)]).toEqual([
      0,
      [{ type: "owners-unknown", task: "T01", why: "unread" }],
    ]);
  });
});

describe("somebody whose access was taken away", () => {
  const approval = { sha: sha("a1"), by: "ben", at: at(-30) };
  const track = aTrack({
    tasks: { T01: { ...aReadyTask(), proposal: aProposal({ readyAt: at(-60), approval }) } },
  });

  it("is asked about again before the merge, and their approval counts no more", () => {
    const asked = decided(track, continued, pullFacts());
    expect(asked).toMatchObject({ missing: expect.arrayContaining([{ type: "approver", login: "ben" }]) });
    const lapsed = ask(track, continued, {
      ...pullFacts(),
      approvers: { ben: { ...ben, permission: "read" } },
    });
    expect(merges(lapsed)).toBe(0);
    expect(notices(lapsed)).toEqual([{ type: "approval-lapsed", task: "T01", by: ["ben"] }]);
    expect(lapsed.tasks.T01?.proposal?.approval).toBeUndefined();
    expect(merges(ask(track, continued, { ...pullFacts(), approvers: { ben } }))).toBe(1);
  });
});

describe("how often one person may command", () => {
  const handled = Array.from({ length: 3 }, (_, n) => ({ id: `c${n}`, at: at(-60), by: ben.id }));
  const config = aConfig();
  const limited = { ...config, limits: { ...config.limits, commands: 3 } };

  it("the first command too many is told so, the next ones are not; others are heard", () => {
    const track = aTrack({ config: limited, handled });
    const pause = () => commented("/pause", { sender: by(ben) });
    const first = ask(track, pause(), { actor: ben });
    expect([first.paused, said(first), reactions(first)]).toEqual([
      false,
      ["#42: command-limit"],
      ["confused"],
    ]);
    const next = ask(quiet(first), pause(), { actor: ben });
    expect([next.paused, said(next), reactions(next)]).toEqual([false, [], ["confused"]]);
    expect(ask(quiet(next), commented("/pause")).paused).toBe(true);
    const old = handled.map((one) => ({ ...one, at: at(-3_700) }));
    expect(ask({ ...track, handled: old }, pause(), { actor: ben }).paused).toBe(true);
  });

  it("counts in the whole repository for whoever starts something new", () => {
    const plan = commented("/plan", { sender: by(ben) });
    const given = { actor: ben, config: { ok: true as const, config: limited } };
    expect(answers(plan, { ...given, recent: 3 })).toEqual(["confused", "command-limit"]);
    expect(answers(plan, { ...given, recent: 4 })).toEqual(["confused"]);
  });
});

describe("what was asked for and what became of it", () => {
  it("is written down for each command, with the reason of a refusal", () => {
    const after = ask(ready(), commented("/retry T09\n/pause"));
    expect(after.rulings).toMatchObject([
      { at: now, by: "mia", thread: 42, command: "retry", task: "T09", ok: false, why: "unknown-task" },
      { command: "pause", ok: true },
    ]);
  });

  it("is written down of strangers once for each answer", () => {
    const trigger = approvedBy(visitor);
    const first = decided(ready(), trigger, { ...pullFacts(), actor: visitor });
    if (first.type !== "answers") throw new Error("something was decided");
    expect(first.track?.rulings).toMatchObject([
      { by: "vic", command: "approve", sha: sha("a1"), ok: false, why: "no-write-access" },
    ]);
    const repeated = decided(ready(), trigger, { ...pullFacts(), actor: visitor, repeats: true });
    expect(repeated).not.toHaveProperty("track");
  });
});

describe("a ledger that was written before there were roles", () => {
  it("is read with write access for everything, one approval, and nobody counted", () => {
    const { who: _, approvals: __, codeowners: ___, limits, ...config } = aConfig();
    const { commands: ____, ...older } = limits;
    const stored = { ...ready(), config: { ...config, limits: older } };
    const read = trackFile.read(JSON.stringify(stored), "tracks/42.json");
    expect(read.config).toMatchObject({ who: {}, approvals: 1, codeowners: true, limits: { commands: 60 } });
    expect(merges(ask(read, approvedBy(ben), { ...pullFacts(), actor: ben }))).toBe(1);
  });
});
