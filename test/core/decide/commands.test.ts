import { describe, expect, it } from "vitest";
import { decide } from "../../../core/decide/decide.ts";
import { taskStatuses } from "../../../core/model/task.ts";
import { isOpen, type Phase, phases, type Track } from "../../../core/model/track.ts";
import { aJob, aMergedTask, aReadyTask, aRollback, aTask, aTrack, at } from "../../builders/a-track.ts";
import { ask, effects, jobs, moment, quiet, reactions, said } from "../../builders/ask.ts";
import { bot, facts, visitor } from "../../builders/facts.ts";
import { commented, jobFinished, ticked } from "../../builders/triggers.ts";

/** A track in a phase, with one task of each status. */
function everyTask(phase: Phase): Track {
  const tasks = Object.fromEntries(
    taskStatuses.map((status, index) => [`T0${index + 1}`, aTask({ status, files: [`src/${index}.ts`] })]),
  );
  return aTrack({ phase, tasks, paused: true });
}

/** What a refusal leaves of a track: all but the note that the command was counted, the reaction and the answer. */
function apartFromTheAnswer({ handled: _, outbox: __, says: ___, ...rest }: Track) {
  return rest;
}

function expectRefusal(before: Track, after: Track): string {
  expect(apartFromTheAnswer(after)).toEqual(apartFromTheAnswer(before));
  expect(after.handled).toHaveLength(before.handled.length + 1);
  expect(after.outbox.map(({ effect }) => effect.type)).toEqual(["react", "say"]);
  expect(reactions(after)).toEqual(["confused"]);
  const [text] = said(after);
  return text!;
}

const accepted: Record<string, Phase[]> = {
  "/retry T05": ["executing"],
  "/skip T05": ["executing"],
  "/resume": ["planning", "proposed", "executing", "verifying", "ready"],
  "/cancel": ["planning", "proposed", "executing", "verifying", "ready"],
  "/status": [...phases],
  "/help": [...phases],
  "/pause": [],
  "/plan": [],
  "/rollback T01": [],
  "/approve": [],
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
    const text = expectRefusal(track, ask(track, commented(one.command)));
    expect(text).toMatch(/^#42: [A-Z`].{20,}[.:]/s);
  });
});

describe("a command for a task in each state", () => {
  const cases = ["/retry", "/skip", "/rollback"].flatMap((command) =>
    taskStatuses.map((status) => ({ command, status })),
  );
  const fits: Record<string, string[]> = {
    "/retry": ["failed", "needs_input", "skipped", "review"],
    "/skip": ["pending", "failed", "needs_input", "review"],
    "/rollback": ["completed"],
  };

  it.each(cases)("$command for a task that is $status", ({ command, status }) => {
    const task = status === "completed" ? aMergedTask() : aTask({ status });
    const track = aTrack({ tasks: { T01: task }, paused: true });
    const after = ask(track, commented(`${command} T01`));
    if (fits[command]!.includes(status)) expect(reactions(after)).toEqual(["eyes"]);
    else expect(expectRefusal(track, after)).toContain("T01 is ");
  });

  it("names the tasks that there are when one is unknown", () => {
    const track = everyTask("executing");
    const text = expectRefusal(track, ask(track, commented("/retry T99")));
    expect(text).toContain("no task T99");
    expect(text).toContain("T01, T02");
  });
});

describe("who is heard", () => {
  const track = aTrack({ tasks: { T01: aTask({ status: "failed" }) }, paused: true });

  it("tells someone without write access so, and does nothing", () => {
    const trigger = commented("/retry T01", { sender: visitor });
    const text = expectRefusal(track, ask(track, trigger, { actor: visitor }));
    expect(text).toContain("@vic");
    expect(text).toContain("write access");
  });

  it("does not hear someone of whom nothing is known", () => {
    expectRefusal(track, ask(track, commented("/cancel"), { actor: undefined }));
  });

  it("does not hear a bot, and says how a maintainer can have it heard", () => {
    const text = expectRefusal(track, ask(track, commented("/retry T01", { sender: bot }), { actor: bot }));
    expect(text).toContain("trusted_bots");
    expect(text).toContain("77");
  });

  it("hears a bot that the configuration lists, but not its approval", () => {
    const config = { ok: true as const, config: { ...track.config, trusted_bots: [77] } };
    const retried = ask(track, commented("/retry T01", { sender: bot }), { actor: bot, config });
    expect(retried.tasks.T01?.status).toBe("pending");

    const ready = aTrack({ tasks: { T01: aReadyTask() } });
    const trigger = commented("/approve", { sender: bot, thread: 11 });
    const after = ask(ready, trigger, { actor: bot, config });
    expect(after.tasks.T01?.approval).toBeUndefined();
    expect(said(after)[0]).toContain("only people approve");
  });

  it("says all that is wrong with the configuration, with lines", () => {
    const problems = [
      { path: "limits.parallel", message: "should be a whole number", line: 3 },
      { path: "lable", message: 'is not a known key; did you mean "label"?', line: 7 },
    ];
    const text = expectRefusal(
      track,
      ask(track, commented("/retry T01"), { config: { ok: false, problems } }),
    );
    expect(text).toContain("line 3 (`limits.parallel`)");
    expect(text).toContain("line 7 (`lable`)");
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
    expect(said(after)).toHaveLength(1);
    expect(said(after)[0]).toContain("T01 is skipped");
    expect(said(after)[0]).toContain("T02 is skipped");
    expect(said(after)[0]).toContain("This track is");
  });

  it("with one refused command among others is marked so, and the others count", () => {
    const track = aTrack({ tasks: { T01: aTask({ status: "failed" }) }, paused: true });
    const after = ask(track, commented("/skip T01\n/retry T77\n/skip T0x"));
    expect(reactions(after)).toEqual(["confused"]);
    expect(after.tasks.T01?.status).toBe("skipped");
    expect(said(after)).toHaveLength(1);
    expect(said(after)[0]).toContain("no task T77");
    expect(said(after)[0]).toContain("`T0x` is no id of a task");
  });

  it("hears the same refusal once, not once for each command", () => {
    const trigger = commented("/retry T01\n/skip T01\n/cancel", { sender: visitor });
    const [text] = said(ask(aTrack(), trigger, { actor: visitor }));
    expect(text!.match(/write access/g)).toHaveLength(1);
  });

  it("by a visitor with a mistake in it is not corrected, but refused", () => {
    const [text] = said(ask(aTrack(), commented("/retry", { sender: visitor }), { actor: visitor }));
    expect(text).toContain("write access");
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

  it("by label starts three planners side by side, with eyes on the issue", () => {
    const track = ask(undefined, label(), { issue });
    expect(track).toMatchObject({
      issue: 42,
      slug: "csv-export-please",
      phase: "planning",
      requestedBy: "mia",
    });
    expect(jobs(track)).toEqual(["plan-spec dispatched", "plan-arch dispatched", "plan-qa dispatched"]);
    expect(track.outbox.map(({ effect }) => effect.type)).toEqual(["react", "start-track", "dispatch"]);
  });

  it("by comment does the same, and answers what else the comment says", () => {
    const track = ask(undefined, commented("/plan\n/status\n/retry"), { issue });
    expect(track.phase).toBe("planning");
    expect(reactions(track)).toEqual(["confused"]);
    expect(said(track)).toHaveLength(1);
    expect(said(track)[0]).toContain("This track is **planning**");
    expect(said(track)[0]).toContain("`/retry` needs the id of a task");
  });

  it("with another label means nothing", () => {
    const decision = decide({ facts: facts({ issue }), trigger: label({ label: "bug" }), moment });
    expect(decision).toEqual({ loose: [] });
  });

  it.each([
    ["by someone without write access", { actor: visitor }, "write access"],
    ["on a closed issue", { issue: { ...issue, open: false } }, "open issues only"],
    ["on a pull request", { issue: undefined }, "open issues only"],
    [
      "with a broken configuration",
      { config: { ok: false as const, problems: [{ path: "x", message: "is not a known key", line: 2 }] } },
      "line 2",
    ],
  ])("%s is refused once, by label or by comment", (_, given, expected) => {
    for (const trigger of [label(), commented("/plan")]) {
      const { track, loose } = decide({ facts: facts({ issue, ...given }), trigger, moment });
      expect(track).toBeUndefined();
      const bodies = loose.flatMap(({ effect }) => (effect.type === "say" ? [effect.body] : []));
      expect(bodies).toHaveLength(1);
      expect(bodies[0]).toContain(expected);
      const again = decide({ facts: facts({ issue, ...given }), trigger, moment });
      expect(again.loose.map(({ key }) => key)).toEqual(loose.map(({ key }) => key));
    }
  });

  it("from a pull request that only claims to belong to the issue starts nothing", () => {
    const trigger = commented("/plan", { thread: 666 });
    const { track, loose } = decide({ facts: facts({ issue }), trigger, moment });
    expect(track).toBeUndefined();
    expect(loose.map(({ effect }) => effect.type)).toEqual(["react", "say"]);
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
    expect(track).toMatchObject({ phase: "planning", sticky, tasks: {}, batches: 5 });
    expect(effects(track, "cancel-run")).toHaveLength(1);
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

  it("where there is a track already is refused with the way out", () => {
    const track = aTrack({ phase: "executing" });
    expect(said(ask(track, commented("/plan"), { issue }))[0]).toContain("`/cancel` ends it");
    const over = aTrack({ phase: "cancelled" });
    const closed = { ...issue, open: false };
    expect(said(ask(over, commented("/plan"), { issue: closed }))[0]).toContain("while that is open");
  });

  it("an unrelated command where there is no track says how to start one", () => {
    const { loose } = decide({ facts: facts(), trigger: commented("/status"), moment });
    expect(loose.map(({ effect }) => (effect.type === "say" ? effect.body : effect.type))).toEqual([
      "react",
      expect.stringContaining("no gsd track here yet"),
    ]);
  });
});

describe("pause, resume and cancel", () => {
  it("a paused track lets jobs finish, starts nothing and merges nothing", () => {
    const tasks = { T01: aTask({ status: "in_progress", runs: 1, attempts: 1 }), T02: aTask() };
    const track = aTrack({ tasks, jobs: [aJob({ task: "T01" })] });
    const paused = ask(track, commented("/pause"));
    expect(said(paused)[0]).toContain("1 job under way may finish");
    const report = { head: track.plan.proposed!.head, pull: 11, checksOk: true };
    const after = ask(paused, jobFinished({ kind: "task", task: "T01" }, report));
    expect(after.tasks.T01?.status).toBe("review");
    expect(jobs(after)).toEqual([]);
    expect(jobs(ask(after, commented("/resume")))).toEqual(["task T02 dispatched", "review T01 dispatched"]);
  });

  it("a rollback asked for while paused starts with the resume, and says so", () => {
    const paused = aTrack({ paused: true, tasks: { T01: aMergedTask(), T02: aTask() } });
    const after = ask(paused, commented("/rollback T01"));
    expect(said(after)[0]).toContain("starts with `/resume`");
    expect(effects(after, "dispatch")).toEqual([]);
    expect(jobs(ask(after, commented("/resume")))).toContain("rollback T01 dispatched");
  });

  it("a cancel drops jobs and pending merges, stops runs, and closes every open pull request", () => {
    const track = aTrack({
      tasks: { T01: aMergedTask(), T02: aReadyTask({ pull: 12 }), T03: aTask({ status: "in_progress" }) },
      jobs: [aJob({ task: "T03", run: { id: 900, attempt: 1 } }), aJob({ kind: "review", task: "T02" })],
      rollbacks: [aRollback()],
    });
    const queued = ask(track, commented("/retry T02"));
    const after = ask(queued, commented("/cancel"));
    expect(after.phase).toBe("cancelled");
    expect(after.jobs).toEqual([]);
    expect(effects(after, "cancel-run")).toEqual([{ type: "cancel-run", run: 900 }]);
    expect(effects(after, "close-pull").map(({ pull }) => pull)).toEqual([12, 21, 10]);
    expect(effects(after, "dispatch")).toEqual([]);
    expect(said(after).at(-1)).toContain("branches kept");
  });

  it("nothing happens to a track that is over, tick after tick", () => {
    for (const phase of phases.filter((one) => !isOpen(aTrack({ phase: one })))) {
      const track = aTrack({ phase, tasks: { T01: aTask(), T02: aReadyTask() } });
      expect(quiet(ask(track, ticked))).toEqual(track);
    }
  });
});
