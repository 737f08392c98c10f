import { describe, expect, it } from "vitest";
import type { Notice } from "../../../core/model/notice.ts";
import { taskStatuses } from "../../../core/model/task.ts";
import { isOpen, type Phase, phases, type Track } from "../../../core/model/track.ts";
import {
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  at,
  sha,
} from "../../builders/a-track.ts";
import { answers, ask, decided, effects, jobs, notices, reactions, said } from "../../builders/ask.ts";
import { bot, visitor } from "../../builders/facts.ts";
import { commented, jobFinished, ticked } from "../../builders/triggers.ts";

/** A track in a phase, with one task of each status. */
function everyTask(phase: Phase): Track {
  const tasks = Object.fromEntries(
    taskStatuses.map((status, index) => [`T0${index + 1}`, aTask({ status, files: [`src/${index}.ts`] })]),
  );
  return aTrack({ phase, tasks, paused: true });
}

/** What a refusal leaves of a track: all but the notes that the command was counted and refused, the reaction and the answer. */
function apartFromTheAnswer({ handled: _, rulings: __, outbox: ___, says: ____, ...rest }: Track) {
  return rest;
}

/** The one "no" that a command got, which changed nothing. */
function refusalOf(before: Track, after: Track): Notice | undefined {
  expect(apartFromTheAnswer(after)).toEqual(apartFromTheAnswer(before));
  expect(after.handled).toHaveLength(before.handled.length + 1);
  expect(after.outbox.map(({ effect }) => effect.type)).toEqual(["react", "say"]);
  expect(reactions(after)).toEqual(["confused"]);
  const [notice, ...more] = notices(after);
  expect(more).toEqual([]);
  return notice;
}

const accepted: Record<string, Phase[]> = {
  "/retry T05": ["executing", "verifying", "ready"],
  "/skip T05": ["executing"],
  "/resume": ["asking", "planning", "proposed", "executing", "verifying", "ready", "cancelled"],
  "/cancel": ["asking", "planning", "proposed", "executing", "verifying", "ready"],
  "/status": [...phases],
  "/help": [...phases],
  "/run": [...phases],
  "/budget +5": ["asking", "planning", "proposed", "executing", "verifying", "ready"],
  "/pause": [],
  "/plan": [],
  "/rollback T01": [],
  "/approve": [],
};

const refusalTypes: Record<string, Notice["type"][]> = {
  "/retry": ["not-executing"],
  "/skip": ["not-executing"],
  "/resume": ["track-over"],
  "/cancel": ["track-over"],
  "/budget": ["track-over"],
  "/pause": ["track-over", "paused-already"],
  "/plan": ["planned-already"],
  "/rollback": ["not-merged", "track-over"],
  "/approve": ["nothing-to-approve", "plan-missing"],
};

describe("a command in each phase", () => {
  const cases = Object.entries(accepted).flatMap(([command, where]) =>
    phases.map((phase) => ({ command, phase, ok: where.includes(phase) })),
  );

  it.each(cases.filter(({ ok }) => ok))("$command is taken while $phase", ({ command, phase }) => {
    expect(reactions(ask(everyTask(phase), commented(command)))).toEqual(["eyes"]);
  });

  it.each(cases.filter(({ ok }) => !ok))("$command is refused while $phase, and changes nothing", (one) => {
    const track = everyTask(one.phase);
    const word = one.command.split(" ")[0] ?? "";
    expect(refusalTypes[word]).toContain(refusalOf(track, ask(track, commented(one.command)))?.type);
  });
});

describe("a command for a task in each state", () => {
  const cases = ["/retry", "/skip", "/rollback", "/review"].flatMap((command) =>
    taskStatuses.map((status) => ({ command, status })),
  );
  const fits: Record<string, string[]> = {
    "/retry": ["failed", "needs_input", "skipped", "review"],
    "/skip": ["pending", "failed", "needs_input", "review"],
    "/rollback": ["completed"],
    "/review": ["review", "needs_input"],
  };
  const refusals: Record<string, string> = {
    "/retry": "cannot-retry",
    "/skip": "cannot-skip",
    "/rollback": "not-merged",
    "/review": "cannot-review",
  };

  it.each(cases)("$command for a task that is $status", ({ command, status }) => {
    const task = status === "completed" ? aMergedTask() : aReadyTask({ status });
    const track = aTrack({ tasks: { T01: task }, paused: true });
    const after = ask(track, commented(`${command} T01`));
    if (fits[command]!.includes(status)) expect(reactions(after)).toEqual(["eyes"]);
    else expect(refusalOf(track, after)).toEqual({ type: refusals[command], task: "T01" });
  });

  it.each(Object.keys(fits))("%s for one that does not exist says so", (command) => {
    const track = everyTask("executing");
    const after = ask(track, commented(`${command} T99`));
    expect(refusalOf(track, after)).toEqual({ type: "unknown-task", task: "T99" });
  });
});

describe("who is heard", () => {
  const track = aTrack({ tasks: { T01: aTask({ status: "failed" }) }, paused: true });

  it("tells someone without write access so, and does nothing", () => {
    const trigger = commented("/retry T01", { sender: visitor });
    expect(answers(trigger, { actor: visitor }, track)).toEqual(["confused", "no-write-access"]);
  });

  it("tells them once in each thread, whatever they write, and saves nothing", () => {
    const keysOf = (body: string, thread: number, who = visitor) => {
      const trigger = commented(body, { thread, sender: who });
      const decision = decided(track, trigger, { actor: who });
      if (decision.type !== "answers") throw new Error("something is saved");
      return decision.answers.filter(({ effect }) => effect.type === "say").map(({ key }) => key);
    };
    expect(keysOf("/plan", 42)).toEqual(keysOf("/cancel\n/approve", 42));
    expect(keysOf("/plan", 42)).not.toEqual(keysOf("/plan", 10));
    expect(keysOf("/plan", 42)).not.toEqual(keysOf("/plan", 42, { ...visitor, id: 3 }));
    expect(keysOf("/plan", 42, bot)).toEqual(keysOf("/retry T01", 42, bot));
  });

  it("answers nobody again whom an older gsd has answered", () => {
    const trigger = commented("/plan", { sender: visitor });
    const known = { ...track, handled: [{ id: trigger.source, at: trigger.at }] };
    expect(answers(trigger, { actor: visitor }, known)).toEqual([]);
  });

  it("does not hear someone of whom nothing is known", () => {
    const refusal = refusalOf(track, ask(track, commented("/cancel"), { actor: undefined }));
    expect(refusal?.type).toBe("access-unknown");
  });

  it("does not hear a bot, and says how a maintainer can have it heard", () => {
    const trigger = commented("/retry T01", { sender: bot });
    expect(answers(trigger, { actor: bot }, track)).toEqual(["confused", "bot-refused"]);
  });

  it("hears a bot that the configuration lists, but not its approval", () => {
    const config = { ok: true as const, config: { ...track.config, trusted_bots: [77] } };
    const retried = ask(track, commented("/retry T01", { sender: bot }), { actor: bot, config });
    expect(retried.tasks.T01?.status).toBe("pending");

    const ready = aTrack({ tasks: { T01: aReadyTask() } });
    const trigger = commented("/approve", { sender: bot, thread: 11 });
    const after = ask(ready, trigger, { actor: bot, config });
    expect(after.tasks.T01?.proposal).not.toHaveProperty("approval");
    expect(said(after)).toEqual(["#11: bot-refused"]);
  });

  it("says all that is wrong with the configuration, with lines", () => {
    const problems = [
      { path: "limits.parallel", message: "should be a whole number", line: 3 },
      { path: "lable", message: 'is not a known key; did you mean "label"?', line: 7 },
    ];
    const after = ask(track, commented("/retry T01"), { config: { ok: false, problems } });
    expect(refusalOf(track, after)).toEqual({ type: "broken-config", problems });
  });

  it.each(["/cancel", "/status", "/help"])("takes %s while the configuration is broken", (command) => {
    const after = ask(track, commented(command), { config: { ok: false, problems: [] } });
    expect(reactions(after)).toEqual(["eyes"]);
  });
});

describe("one comment", () => {
  it("counts once, however often it is delivered", () => {
    const track = aTrack({ tasks: { T01: aTask({ status: "failed" }) } });
    const trigger = commented("/pause");
    const once = ask(track, trigger);
    const twice = ask(once, trigger);
    expect(twice).toEqual(once);
  });

  it("with several commands gets one reaction and one answer", () => {
    const track = aTrack({ tasks: { T01: aTask({ status: "failed" }), T02: aTask({ status: "failed" }) } });
    const after = ask(track, commented("/skip T01\n/skip T02\n/status"));
    expect(reactions(after)).toEqual(["eyes"]);
    expect(effects(after, "say")).toEqual([
      {
        type: "say",
        thread: 42,
        notices: [{ type: "skipped", task: "T01" }, { type: "skipped", task: "T02" }, { type: "status" }],
      },
    ]);
  });

  it("with one refused command among others is marked so, and the others count", () => {
    const track = aTrack({ tasks: { T01: aTask({ status: "failed" }) }, paused: true });
    const after = ask(track, commented("/skip T01\n/retry T77\n/skip T0x"));
    expect(reactions(after)).toEqual(["confused"]);
    expect(after.tasks.T01?.status).toBe("skipped");
    expect(effects(after, "say")).toHaveLength(1);
    expect(notices(after)).toEqual([
      { type: "skipped", task: "T01" },
      { type: "unknown-task", task: "T77" },
      { type: "mistake", mistake: { type: "no-task", command: "skip", word: "T0x" } },
    ]);
  });

  it("without a task's id on a task's pull request is told of that task", () => {
    const track = aTrack({ tasks: { T01: aReadyTask() } });
    expect(notices(ask(track, commented("/skip", { thread: 11 })))).toEqual([
      { type: "mistake", mistake: { type: "task-missing", command: "skip", task: "T01" } },
    ]);
  });

  it("hears the same refusal once, not once for each command", () => {
    const trigger = commented("/retry T01\n/skip T01\n/cancel\n/retry", { sender: visitor });
    expect(answers(trigger, { actor: visitor }, aTrack())).toEqual(["confused", "no-write-access"]);
  });

  it("by a visitor with a mistake in it is not corrected, but refused", () => {
    const trigger = commented("/retry", { sender: visitor });
    expect(answers(trigger, { actor: visitor }, aTrack())).toEqual(["confused", "no-write-access"]);
  });

  it("in a thread that the ledger does not know has no effect, whatever marker it carries", () => {
    const track = aTrack({ phase: "proposed" });
    for (const command of ["/approve", "/cancel", "/plan", "/status"]) {
      expect(ask(track, commented(command, { thread: 666 }))).toEqual(track);
    }
  });
});

describe("asking for a plan", () => {
  const issue = { title: "CSV export, please!", textSha256: "1".repeat(64), open: true, labels: [] };
  const label = (fields = {}) =>
    ({
      type: "issue-labeled",
      issue: 42,
      label: "gsd:plan",
      sender: { id: 1, login: "mia", bot: false },
      at: at(-1),
      ...fields,
    }) as const;

  it("by label starts a track, with eyes on the issue; its branch and its comment come first", () => {
    const track = ask(undefined, label(), { issue });
    expect(track).toMatchObject({
      issue: 42,
      slug: "csv-export-please",
      phase: "planning",
      requestedBy: "mia",
    });
    expect(jobs(track)).toEqual([]);
    expect(track.outbox.map(({ effect }) => effect.type)).toEqual(["react", "start-track"]);
    expect(track.health).toEqual({ runs: 0, attempts: 0 });
  });

  it("by comment does the same, and answers what else the comment says", () => {
    const track = ask(undefined, commented("/plan\n/status\n/retry"), { issue });
    expect(track.phase).toBe("planning");
    expect(reactions(track)).toEqual(["confused"]);
    expect(notices(track)).toEqual([
      { type: "status" },
      { type: "mistake", mistake: { type: "task-missing", command: "retry" } },
    ]);
  });

  it("with another label means nothing", () => {
    const decision = decided(undefined, label({ label: "bug" }), { issue });
    expect(decision).toEqual({ type: "answers", answers: [] });
  });

  it.each([
    ["by someone without write access", { actor: visitor }, "no-write-access"],
    ["on a closed issue", { issue: { ...issue, open: false } }, "cannot-plan-here"],
    ["on a pull request", { issue: undefined }, "cannot-plan-here"],
    [
      "with a broken configuration",
      { config: { ok: false as const, problems: [{ path: "x", message: "is not a known key", line: 2 }] } },
      "broken-config",
    ],
  ])("%s is refused once, by label or by comment", (_, given, type) => {
    expect(answers(label(), { issue, ...given })).toEqual([type]);
    const comment = commented("/plan");
    expect(answers(comment, { issue, ...given })).toEqual(["confused", type]);
    const keys = [1, 2].map(() => {
      const decision = decided(undefined, comment, { issue, ...given });
      return decision.type === "answers" ? decision.answers.map(({ key }) => key) : [];
    });
    expect(keys[0]).toEqual(keys[1]);
  });

  it("from a pull request that only claims to belong to the issue starts nothing", () => {
    expect(answers(commented("/plan", { thread: 666 }), { issue })).toEqual(["confused", "cannot-plan-here"]);
  });

  it("after a cancel starts over, with the same comment of progress and nothing forgotten", () => {
    const sticky = { comment: 5, digest: "d" };
    const over = aTrack({
      phase: "cancelled",
      sticky,
      handled: [{ id: "c1", at: at(-9) }],
      batches: 4,
      says: 7,
    });
    const pending = ask({ ...over, phase: "executing", jobs: [aJob()] }, commented("/cancel"));
    const track = ask(pending, commented("/plan"), { issue });
    expect(track).toMatchObject({ phase: "planning", sticky, tasks: {}, batches: 4, slug: "csv-export-2" });
    expect(jobs(track)).toEqual([]);
    expect(effects(track, "start-track")).toHaveLength(1);
    expect(effects(track, "cancel-run")).toHaveLength(1);
    expect(track.leaving).toHaveLength(1);
    expect(track.handled.map(({ id }) => id)).toContain("c1");
  });

  it("is not heard again when its delivery comes twice and the track was cancelled in between", () => {
    const plan = commented("/plan");
    const planned = ask(undefined, plan, { issue });
    const cancelled = ask(planned, commented("/cancel"));
    expect(ask(cancelled, plan, { issue }).phase).toBe("cancelled");
    expect(ask(cancelled, label(), { issue }).phase).toBe("cancelled");
    expect(ask(cancelled, label({ at: at(60) }), { issue }).phase).toBe("planning");
  });

  it("is old news by a label that was put on before the track ended, however late its event comes", () => {
    const createdAt = at(-3_600);
    const cancelled = ask(aTrack({ createdAt }), commented("/cancel"));
    const history = [{ job: "42/plan/-/3", at: at(-60), outcome: "crashed" as const, seconds: 9 }];
    const failed = aTrack({ phase: "failed", createdAt, history });
    expect(ask(cancelled, label({ at: at(-600) }), { issue }).phase).toBe("cancelled");
    expect(ask(cancelled, label({ at: at(60) }), { issue }).phase).toBe("planning");
    expect(ask(failed, label({ at: at(-600) }), { issue }).phase).toBe("failed");
    expect(ask(failed, label({ at: at(-30) }), { issue }).phase).toBe("planning");
  });

  it("where there is a track already is refused with the way out", () => {
    const track = aTrack({ phase: "executing" });
    expect(said(ask(track, commented("/plan"), { issue }))).toEqual(["#42: planned-already"]);
    const over = aTrack({ phase: "cancelled" });
    const closed = { ...issue, open: false };
    expect(said(ask(over, commented("/plan"), { issue: closed }))).toEqual(["#42: planned-already"]);
  });

  it("is what any other command needs first", () => {
    expect(answers(commented("/status"))).toEqual(["confused", "no-track"]);
    expect(answers(commented("/help"))).toEqual(["eyes", "help"]);
    expect(answers(commented("/retry"))).toEqual(["confused", "mistake"]);
  });
});

describe("pause, resume and cancel", () => {
  it("a paused track lets jobs finish, starts nothing and merges nothing", () => {
    const tasks = { T01: aTask({ status: "in_progress", runs: 1, attempts: 1 }), T02: aTask() };
    const track = aTrack({ tasks, jobs: [aJob({ task: "T01" })] });
    const paused = ask(track, commented("/pause"));
    expect(notices(paused)).toEqual([{ type: "paused", running: 1 }]);
    const result = {
      type: "task" as const,
      head: sha("a1"),
      pull: 11,
      checks: "passed" as const,
      findings: [],
      missing: [],
    };
    const after = ask(paused, jobFinished({ kind: "task", task: "T01" }, result));
    expect(after.tasks.T01?.status).toBe("review");
    expect(jobs(after)).toEqual([]);
    expect(jobs(ask(after, commented("/resume")))).toEqual(["task T02 dispatched"]);
  });

  it("a rollback asked for while paused starts with the resume, and says so", () => {
    const paused = aTrack({ paused: true, tasks: { T01: aMergedTask(), T02: aTask() } });
    const after = ask(paused, commented("/rollback T01"));
    expect(notices(after)).toEqual([{ type: "rollback-waits", task: "T01" }]);
    expect(effects(after, "dispatch")).toEqual([]);
    expect(jobs(ask(after, commented("/resume")))).toContain("rollback T01 dispatched");
  });

  it("a cancel drops jobs and pending merges, stops runs, and closes every open pull request", () => {
    const track = aTrack({
      tasks: {
        T01: aMergedTask(),
        T02: aReadyTask({ proposal: aProposal({ pull: 12 }) }),
        T03: aTask({ status: "in_progress" }),
      },
      jobs: [aJob({ task: "T03", run: { id: 900, attempt: 1 } }), aJob({ kind: "review", task: "T02" })],
      rollbacks: [aRollback()],
      reports: [aReport()],
    });
    const queued = ask(track, commented("/retry T02"));
    const after = ask(queued, commented("/cancel"));
    expect(after.phase).toBe("cancelled");
    expect(after.jobs).toEqual([]);
    expect(effects(after, "cancel-run")).toEqual([{ type: "cancel-run", run: 900 }]);
    expect(effects(after, "close-pull").map(({ pull }) => pull)).toEqual([12, 21, 10]);
    expect(effects(after, "dispatch")).toEqual([]);
    expect(after).toMatchObject({ rollbacks: [{ status: "failed" }], reports: [{ status: "failed" }] });
    expect(notices(after).at(-1)).toEqual({ type: "cancelled", runs: 1 });
  });

  it("nothing happens to a track that is over, tick after tick", () => {
    for (const phase of phases.filter((one) => !isOpen(aTrack({ phase: one })))) {
      const track = aTrack({ phase, tasks: { T01: aTask(), T02: aReadyTask() } });
      expect(ask(track, ticked)).toEqual(track);
    }
  });
});
