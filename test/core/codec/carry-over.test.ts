import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { carryOver, carryRepository } from "../../../core/codec/carry-over.ts";
import { dayFile, repositoryFile, trackFile } from "../../../core/codec/ledger-files.ts";
import type { TrackV1 } from "../../../core/codec/version-one.ts";
import { GsdError } from "../../../core/gsd-error.ts";
import { isOver, type Track } from "../../../core/model/track.ts";

const folder = new URL("../../fixtures/ledger-v1/", import.meta.url);
const names = readdirSync(folder).map((name) => name.replace(".json", ""));

type Files = Record<string, unknown> & { "tracks/1.json": TrackV1 };

/** A ledger that version 1 (commit fc6c756) wrote on a forge while it told its fault tests' story, with a third task that stands alone. */
function filesAt(name: string): Files {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Files;
}

function trackAt(name: string): Track {
  return trackFile.read(JSON.stringify(filesAt(name)["tracks/1.json"]), "tracks/1.json");
}

/** Every string in a value but the configuration and people's own words. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ["config", "title", "message"].includes(key) ? [] : stringsIn(inner),
  );
}

/** Markdown, or at least three words in a row. */
function sentencesIn(value: unknown): string[] {
  return stringsIn(value).filter((text) => /[`*#]|[a-z] [a-z]+[ .]/.test(text));
}

function refusal(read: () => unknown): GsdError {
  try {
    read();
  } catch (error) {
    if (error instanceof GsdError) return error;
  }
  throw new Error("expected a refusal");
}

describe.each(names)("a ledger that version 1 left at the point %s", (name) => {
  const old = filesAt(name)["tracks/1.json"];
  const track = trackAt(name);

  it("has a track that we can read", () => {
    expect(track.version).toBe(2);
    expect({ usd: track.usd, usage: track.usage, pull: track.pull }).toEqual({
      usd: old.usd,
      usage: old.usage,
      pull: old.pull,
    });
    expect(Object.keys(track.tasks)).toEqual(Object.keys(old.tasks));
  });

  it("has no job under way, and none of its sentences", () => {
    expect(track.jobs).toEqual([]);
    expect(sentencesIn(track)).toEqual([]);
    expect(track.outbox.filter(({ effect }) => ["say", "dispatch"].includes(effect.type))).toEqual([]);
  });

  it("reads the same again once it is saved", () => {
    expect(trackFile.read(JSON.stringify(track), "tracks/1.json")).toEqual(track);
    expect(JSON.parse(JSON.stringify(track))).toEqual(track);
    expect(track).toStrictEqual(JSON.parse(JSON.stringify(track)));
  });

  it("has days and a repository that we can read", () => {
    const files = filesAt(name);
    const day = files["days/2026-03-02.json"];
    if (day) {
      const { usd } = day as { usd: number };
      const read = dayFile.read(JSON.stringify(day), "days/2026-03-02.json");
      expect(read).toEqual({ version: 2, usd, reserved: {}, settled: {} });
    }
    const state = carryRepository({ watch: files["watch.json"], health: files["health.json"] });
    expect(repositoryFile.read(JSON.stringify(state), "repository.json")).toEqual(state);
    const book = files["health.json"] as { known: unknown[] } | undefined;
    expect(state.health).toEqual(book?.known ?? []);
  });
});

describe("a track of version 1", () => {
  it("plans again where its planners were running, and remembers the run that still does a known kind", () => {
    const track = trackAt("planning");
    expect(track.phase).toBe("planning");
    expect(track.plan).toEqual({ runs: 1, attempts: 0, feedback: [] });
    expect(track.leaving.map(({ kind }) => kind)).toEqual(["health"]);
    expect(track.health).toMatchObject({ runs: 1, attempts: 0 });
  });

  it("counts the most that its running agents may still spend, within what is left of the budget", () => {
    const old = filesAt("planning")["tracks/1.json"];
    const paid = { ...old.config, engine: "claude-code" };
    const asking = old.jobs.filter(({ run, kind }) => run !== undefined && kind !== "health");
    expect(asking.length).toBeGreaterThan(1);
    expect(carryOver({ ...old, config: paid }).usd).toBe(old.usd + asking.length * paid.budget.task);
    expect(carryOver({ ...old, config: paid, usd: 19 }).usd).toBe(20);
    expect(carryOver({ ...old, config: paid, usd: 21 }).usd).toBe(21);
    expect(carryOver(old).usd).toBe(old.usd);
  });

  it("had sentences, which would be noticed here", () => {
    const found = (name: string) => sentencesIn(filesAt(name)["tracks/1.json"]).length;
    expect([found("proposed"), found("sent-back"), found("task-failed")]).toEqual([1, 1, 4]);
    expect(found("unopened")).toBe(1);
  });

  it("keeps the announcement of a plan that waits for approval", () => {
    const { phase, plan } = trackAt("proposed");
    expect(phase).toBe("proposed");
    expect(plan.proposed).toEqual(filesAt("proposed")["tracks/1.json"].plan.proposed);
  });

  it("keeps a pull request in review, and starts a running task again without counting the attempt", () => {
    const { tasks, leaving } = trackAt("reviewing");
    const old = filesAt("reviewing")["tracks/1.json"].tasks;
    expect(tasks.T01).toMatchObject({ status: "review", attempts: 0, digest: old.T01?.hash });
    expect(tasks.T01?.proposal).toEqual({
      head: old.T01?.head,
      pull: 3,
      handsOff: false,
      checks: "passed",
      findings: [],
    });
    expect(tasks.T03).toMatchObject({ status: "pending", attempts: 0, runs: 1 });
    expect(leaving.map(({ kind, task }) => [kind, task])).toEqual([["task", "T03"]]);
  });

  it("goes on from what a task that was sent back had done", () => {
    const { T03 } = trackAt("sent-back").tasks;
    const old = filesAt("sent-back")["tracks/1.json"].tasks.T03;
    expect(T03).toMatchObject({
      status: "pending",
      resume: { commit: old?.checkpoint, done: [] },
      proposal: { pull: old?.pull, head: old?.head },
      feedback: [],
    });
  });

  it("says as data what blocks a task, what failed, and what is approved", () => {
    const { T01, T03 } = trackAt("blocked").tasks;
    expect(T01?.proposal?.readyAt).toBe(filesAt("blocked")["tracks/1.json"].tasks.T01?.ready?.at);
    expect(T03?.trouble).toMatchObject({ type: "blocked", task: "T03", findings: [{ message: "Say why." }] });
    const old = filesAt("task-failed")["tracks/1.json"].tasks.T03;
    expect(trackAt("task-failed").tasks.T03).toMatchObject({
      status: "failed",
      trouble: { type: "task-failed", why: { outcome: "timeout" }, attempts: 3, kept: old?.checkpoint },
      resume: { commit: old?.checkpoint, done: [] },
    });
    const merging = trackAt("merging");
    expect(merging.tasks.T01?.proposal?.approval?.by).toBe("maintainer");
    expect(merging.outbox.map(({ effect }) => effect.type)).toEqual(["react", "merge-task"]);
  });

  it("verifies again where its verifier was running, and finishes where it was finishing", () => {
    expect(trackAt("verifying").verification).toEqual({ runs: 1, attempts: 0 });
    expect(trackAt("finishing").outbox.map(({ effect }) => effect.type)).toEqual(["finish-track"]);
    expect(trackAt("finishing").verification).toMatchObject({ outcome: "done", attempts: 1 });
  });

  it("is over when nothing of it was left to do, and only then", () => {
    expect(names.filter((name) => isOver(trackAt(name)))).toEqual(["merged"]);
  });

  it("has its rollbacks, with the pull request and where they were asked for", () => {
    const old = filesAt("rollback-open")["tracks/1.json"].rollbacks[0];
    expect(trackAt("rollback-open").rollbacks).toEqual([
      {
        task: "T01",
        attempt: 1,
        tasks: ["T02", "T01"],
        into: "default",
        by: "maintainer",
        thread: 1,
        status: "open",
        crashes: 0,
        proposal: { pull: 6, head: old?.head, readyAt: old?.ready?.at },
      },
    ]);
    expect(trackAt("rolling-back").rollbacks).toMatchObject([{ status: "running" }]);
  });

  it("plans again when its plan has no pull request, and stays paused", () => {
    expect(trackAt("unopened")).toMatchObject({ phase: "planning", paused: false });
    const paused = trackAt("unopened-paused");
    expect(paused).toMatchObject({ phase: "planning", paused: true });
    expect(paused.plan.proposed).toBeUndefined();
    expect(paused.trouble).toBeUndefined();
  });

  it("takes a task without a pull request up again from its branch", () => {
    const old = filesAt("blocked")["tracks/1.json"];
    const { pull: _, ...task } = old.tasks.T01!;
    const head = task.head;
    const tasks = { ...old.tasks, T01: { ...task, unopened: "## Summary" } };
    expect(carryOver({ ...old, tasks }).tasks.T01).toMatchObject({
      status: "pending",
      resume: { commit: head, done: [] },
    });
  });

  it.each([
    ["closed", { type: "pull-closed", task: "T03", pull: 4, handsOff: false }],
    ["retargeted", { type: "retargeted", task: "T03", pull: 4, base: "unknown" }],
    ["checks", { type: "head-fails", task: "T03" }],
    ["rolled-back", { type: "rolled-back", task: "T03" }],
    ["failing", { type: "checks-hold", state: "failing" }],
    ["waiting", { type: "checks-hold", state: "waiting" }],
    ["budget", { type: "review-failed", why: { outcome: "budget" }, missing: ["reviewer"] }],
    ["merge-conflict", { type: "merge-failed", pull: 4, failure: { code: "conflict", text: "" } }],
  ])("has a notice for a task's trouble with the code %s", (code, notice) => {
    const old = filesAt("blocked")["tracks/1.json"];
    const tasks = { ...old.tasks, T03: { ...old.tasks.T03!, trouble: { code, text: "A sentence." } } };
    const track = trackFile.read(JSON.stringify({ ...old, tasks }), "tracks/1.json");
    expect(track.tasks.T03?.trouble).toMatchObject(notice);
  });

  it("has notices for its own troubles, and none for a code that is not known", () => {
    const old = { ...filesAt("ready")["tracks/1.json"], notBefore: "2026-03-02T11:00:00.000Z" };
    const carried = (code: string, phase = old.phase) =>
      carryOver({ ...old, phase, trouble: { code, text: "A sentence." } }).trouble;
    expect(carried("model-waits")).toMatchObject({ type: "model-waits", until: old.notBefore });
    expect(carried("verification")).toMatchObject({ type: "verification-failed" });
    expect(carried("timeout", "failed")).toEqual({ type: "planning-failed", why: { outcome: "timeout" } });
    expect(carried("unheard-of")).toBeUndefined();
  });

  it("loses settings that there are no more", () => {
    const old = filesAt("ready")["tracks/1.json"];
    const config = { ...old.config, strategy: "single", limits: { parallel: 2, gone: 1 } };
    const track = trackFile.read(JSON.stringify({ ...old, config }), "tracks/1.json");
    expect(track.config).not.toHaveProperty("strategy");
    expect(track.config.limits).toMatchObject({ parallel: 2 });
    expect(track.config.limits).not.toHaveProperty("gone");
  });
});

describe("a file of the ledger that we cannot read", () => {
  it("from a newer version says that the pin has to be updated", () => {
    const error = refusal(() => trackFile.read('{"version":3}', "tracks/1.json"));
    expect(error.code).toBe("ledger-newer");
    expect(error.message).toMatch(
      /tracks\/1\.json.*version 3.*\.github\/workflows\/gsd\.yml.*docs\/install\.md/,
    );
  });

  it.each([
    "{",
    "[]",
    "null",
    "7",
    '{"version":1}',
    '{"version":1,"plan":{},"tasks":[7]}',
    '{"version":2}',
    "{}",
  ])("(%s) is named, with what to do", (text) => {
    const error = refusal(() => trackFile.read(text, "tracks/1.json"));
    expect(error.code).toBe("ledger-invalid");
    expect(error.message).toMatch(/^tracks\/1\.json on gsd\/ledger .*docs\/ledger\.md/);
  });

  it("of version 1 is checked like any other", () => {
    const old = filesAt("ready")["tracks/1.json"];
    const error = refusal(() => trackFile.read(JSON.stringify({ ...old, slug: "../.." }), "tracks/1.json"));
    expect(error.message).toContain("slug");
  });
});
