import { describe, expect, it } from "vitest";
import { isOver, type Phase, type Track } from "../../../core/model/track.ts";
import { aConfig, aJob, aReport, aTrack, at, sha } from "../../builders/a-track.ts";
import { answers, ask, jobs, notices, quiet, reactions, said } from "../../builders/ask.ts";
import { visitor } from "../../builders/facts.ts";
import { commented, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const issue = { title: "CSV export", textSha256: "1".repeat(64), open: true, labels: [] };
const known = [
  { name: "research", kind: "report", description: "Answers a question.", own: false },
  { name: "audit", kind: "report", description: "Looks for holes.", own: true },
  { name: "task", kind: "task", description: "One task.", own: false },
];
const problems = [{ path: ".gsd/recipes/broken.yml", message: "steps is missing", line: 1 }];
const recipes = { known, problems };
const given = { issue, recipes };
const sticky = { comment: 5, digest: "" };
const question = "/research Which parser is fastest?";

/** A track that only writes a report. */
function asking(fields: Partial<Track> = {}): Track {
  return aTrack({ phase: "asking", reports: [aReport()], jobs: [aJob({ kind: "report" })], ...fields });
}

describe("asking for a report", () => {
  it("where there is no track starts one that only asks, without a plan", () => {
    const track = ask(undefined, commented(question), given);
    expect(track).toMatchObject({
      phase: "asking",
      reports: [{ number: 1, recipe: "research", text: "Which parser is fastest?", by: "mia", thread: 42 }],
    });
    expect(track).not.toHaveProperty("health");
    expect(track.jobs).toMatchObject([
      { kind: "report", attempt: 1, base: { branch: "main", sha: sha("d1") } },
    ]);
    expect(reactions(track)).toEqual(["eyes"]);
    expect(said(track)).toEqual([]);
  });

  it("by /run takes any recipe of that kind, the repository's own too", () => {
    const track = ask(undefined, commented("/run audit of src/"), given);
    expect(track.reports).toMatchObject([{ recipe: "audit", text: "of src/", status: "running" }]);
  });

  it.each([
    [
      "that nobody knows",
      "/run nonsense",
      { type: "unknown-recipe", name: "nonsense", known: ["research", "audit"] },
    ],
    ["of another kind", "/run task", { type: "no-report", name: "task", kind: "task" }],
    ["that is not valid", "/run broken", { type: "recipe-invalid", name: "broken", problems }],
  ])("by a recipe %s is refused", (_, command, refusal) => {
    const track = aTrack({ phase: "ready", sticky });
    const after = ask(track, commented(command), given);
    expect(notices(after)).toEqual([refusal]);
    expect(reactions(after)).toEqual(["confused"]);
    expect(after.reports).toEqual([]);
  });

  it("by /run alone lists what there is, with and without a track", () => {
    const list = [
      { name: "research", description: "Answers a question.", own: false },
      { name: "audit", description: "Looks for holes.", own: true },
    ];
    const after = ask(aTrack({ phase: "ready" }), commented("/run"), given);
    expect(notices(after)).toEqual([{ type: "recipes", recipes: list, problems }]);
    expect(answers(commented("/run"), given)).toEqual(["eyes", "recipes"]);
  });

  it.each([
    ["on a closed issue", { issue: { ...issue, open: false } }, "cannot-ask-here"],
    ["on a pull request of others", { issue: undefined }, "cannot-ask-here"],
    ["by someone without write access", { actor: visitor }, "no-write-access"],
  ])("%s is refused", (_, facts, type) => {
    for (const command of [question, "/run audit"]) {
      expect(answers(commented(command), { ...given, ...facts })).toEqual(["confused", type]);
    }
  });

  it("again and again is bounded: five at a time", () => {
    let track = asking({ jobs: [aJob({ kind: "report" })] });
    for (let more = 2; more <= 5; more += 1) track = ask(quiet(track), commented(question), given);
    expect(track.reports.map(({ status }) => status)).toEqual([
      "running",
      ...["pending", "pending", "pending", "pending"],
    ]);
    const full = ask(quiet(track), commented(question), given);
    expect(notices(full)).toEqual([{ type: "report-under-way", report: 5 }]);
    expect(full.reports).toHaveLength(5);
  });

  it.each<Phase>(["merged", "cancelled", "failed"])(
    "of a track that is %s is written all the same",
    (phase) => {
      const after = ask(aTrack({ phase }), commented(question), given);
      expect(jobs(after)).toEqual(["report dispatched"]);
      expect(isOver({ ...after, outbox: [] })).toBe(false);
    },
  );

  it("while its track is paused waits for /resume", () => {
    const after = ask(aTrack({ phase: "proposed", sticky, paused: true }), commented(question), given);
    expect(jobs(after)).toEqual([]);
    expect(jobs(ask(after, commented("/resume")))).toEqual(["report dispatched"]);
  });
});

describe("a report", () => {
  it("that is written ends the track that only asked", () => {
    const after = ask(asking(), jobFinished({ kind: "report" }, { type: "report" }));
    expect(after).toMatchObject({ phase: "asking", reports: [{ status: "done" }], jobs: [] });
    expect(said(after)).toEqual([]);
    expect(isOver(after)).toBe(true);
  });

  it("that became a pull request is announced where it was asked for, and its thread is ours", () => {
    const report = aReport({ thread: 10 });
    const after = ask(
      asking({ pull: 10, reports: [report] }),
      jobFinished({ kind: "report" }, { type: "report", pull: 31 }),
    );
    expect(said(after)).toEqual(["#10: report-opened"]);
    expect(after.reports[0]?.pull).toBe(31);
    expect(said(ask(quiet(after), commented("/status", { thread: 31 })))).toEqual(["#31: status"]);
  });

  it("waits for the one before it", () => {
    const reports = [aReport(), aReport({ number: 2, status: "pending" })];
    const track = asking({ reports });
    expect(jobs(ask(track, ticked))).toEqual(["report claimed"]);
    const after = ask(track, jobFinished({ kind: "report" }, { type: "report" }));
    expect(after.jobs).toMatchObject([{ kind: "report", attempt: 2, state: "dispatched" }]);
  });

  it("that fails is tried again within bounds, then says so where it was asked for", () => {
    let track = asking();
    for (const attempts of [1, 2]) {
      track = ask({ ...track, jobs: [aJob({ kind: "report" })] }, jobFailed({ kind: "report" }));
      expect(track.reports).toMatchObject([{ status: "running", attempts }]);
    }
    const over = ask({ ...quiet(track), jobs: [aJob({ kind: "report" })] }, jobFailed({ kind: "report" }));
    const why = { outcome: "crashed", run: 900 };
    expect(notices(over)).toEqual([{ type: "report-failed", report: 1, why }]);
    expect(over).toMatchObject({ jobs: [], reports: [{ status: "failed", attempts: 3 }] });
    expect(isOver(quiet(over))).toBe(true);
  });

  it("that cannot succeed by itself is not tried again", () => {
    const after = ask(asking(), jobFailed({ kind: "report" }, { outcome: "auth" }));
    expect(said(after)).toEqual(["#42: report-failed"]);
  });

  it.each<Phase>(["asking", "merged"])(
    "that met a rate limit waits for its end, costs no attempt (%s)",
    (phase) => {
      const limited = jobFailed({ kind: "report" }, { outcome: "rate-limited", until: at(600) });
      const after = ask(asking({ phase }), limited);
      expect(after).toMatchObject({ jobs: [], reports: [{ status: "pending", attempts: 0 }] });
      expect(ask(after, ticked)).toEqual(after);
      expect(jobs(ask(after, ticked, { now: at(601) }))).toEqual(["report dispatched"]);
    },
  );
});

describe("a plan for an issue that only asked", () => {
  it("starts the track, keeps its reports and lets what runs go on", () => {
    const track = ask(asking(), commented("/plan"), given);
    expect(track).toMatchObject({ phase: "planning", slug: "csv-export", reports: [{ status: "running" }] });
    expect(jobs(track)).toEqual(["report claimed"]);
    const done = ask(track, jobFinished({ kind: "report" }, { type: "report" }));
    expect(done.reports).toMatchObject([{ status: "done" }]);
  });

  it("starts by label too", () => {
    const label = { type: "issue-labeled", issue: 42, label: "gsd:plan", at: at(-7200) } as const;
    const sender = { id: 1, login: "mia", bot: false };
    expect(ask(asking(), { ...label, sender }, given).phase).toBe("planning");
  });

  it("is started over without losing a report of the track that is over", () => {
    const over = asking({ phase: "cancelled" });
    const track = ask(over, commented("/plan"), given);
    expect(jobs(track)).toEqual(["report claimed"]);
    const done = ask(track, jobFinished({ kind: "report" }, { type: "report" }));
    expect(done.reports).toMatchObject([{ status: "done" }]);
  });
});

describe("what a track remembers for its reports", () => {
  it("is what in the issue's text is not what it seems", () => {
    const oddities = { hidden: { count: 3, kinds: ["tag characters"] }, lookalikes: ["p\u0430ypal"] };
    const track = ask(undefined, commented("/plan"), { issue: { ...issue, oddities } });
    expect(track.oddities).toEqual(oddities);
    expect(ask(undefined, commented("/plan"), { issue })).not.toHaveProperty("oddities");
  });

  it("is who verified it", () => {
    const by = { engine: "codex", model: "gpt-6.1-sol", usd: 0.4 };
    const verifying = aTrack({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
    const finished = jobFinished({ kind: "verify" }, { type: "verify", head: sha("d1") }, { by });
    expect(ask(verifying, finished).verification).toMatchObject({ outcome: "done", head: sha("d1"), by });
  });

  it("is what was spent, which a failure says; nothing of the kind where nothing was", () => {
    const config = aConfig({ limits: { attempts: 1 } });
    const planning = aTrack({ config, phase: "planning", usd: 1, jobs: [aJob({ kind: "plan" })] });
    const failed = { type: "failed" as const, outcome: "crashed" as const, reason: "It died.\nouch" };
    const after = ask(planning, jobFinished({ kind: "plan" }, failed, { usd: 0.5 }));
    const why = {
      outcome: "crashed",
      reason: "It died.\nouch",
      run: 900,
      spent: { on: "this track", usd: 1.5 },
    };
    expect(notices(after)).toEqual([{ type: "planning-failed", why }]);
    const free = ask({ ...planning, usd: 0 }, jobFinished({ kind: "plan" }, failed));
    expect(free.trouble).toMatchObject({ why: { outcome: "crashed", run: 900 } });
    expect(JSON.stringify(free.trouble)).not.toContain("spent");
  });
});
