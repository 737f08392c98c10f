import { describe, expect, it } from "vitest";
import { type Track, trackSchema } from "../../../core/model/track.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { aConfig, aJob, aMergedTask, aReadyTask, aTask, aTrack, sha } from "../../builders/a-track.ts";
import { ask, said } from "../../builders/ask.ts";
import { commented, jobFinished } from "../../builders/triggers.ts";

const oddities = { hidden: { count: 3, kinds: ["tag characters"] }, lookalikes: ["p\u0430ypal"] };
const issue = { title: "CSV export", textSha256: "0".repeat(64), open: true, labels: [] };
const isTrack = createValidator<Track>(trackSchema);

describe("what a track remembers for its reports", () => {
  it("is what in the issue's text is not what it seems", () => {
    const track = ask(undefined, commented("/plan"), { issue: { ...issue, oddities } });
    expect(track.oddities).toEqual(oddities);
    expect(isTrack(track).ok).toBe(true);
    expect(ask(undefined, commented("/plan"), { issue })).not.toHaveProperty("oddities");
  });

  it("is what the planners were told, each note once, and not without bounds", () => {
    const jobs = [aJob({ kind: "plan-spec" }), aJob({ kind: "plan-arch" })];
    const many = Array.from({ length: 30 }, (_, index) => `Note ${index}.`);
    const first = ask(
      aTrack({ phase: "planning", jobs }),
      jobFinished({ kind: "plan-spec" }, { notes: ["A."] }),
    );
    const track = ask(first, jobFinished({ kind: "plan-arch" }, { notes: ["A.", ...many] }));
    expect(track.plan.notes).toHaveLength(20);
    expect(track.plan.notes!.slice(0, 3)).toEqual(["A.", "Note 0.", "Note 1."]);
    expect(isTrack(track).ok).toBe(true);
  });

  it("is who verified it", () => {
    const by = { engine: "codex", model: "gpt-6.1-sol", usd: 0.4 };
    const verifying = aTrack({
      phase: "verifying",
      tasks: { T01: aMergedTask() },
      jobs: [aJob({ kind: "verify" })],
    });
    const track = ask(verifying, jobFinished({ kind: "verify" }, { by, head: sha("d1") }));
    expect(track.verification).toMatchObject({ outcome: "done", by });
    expect(isTrack(track).ok).toBe(true);
  });
});

describe("a failure says what was spent", () => {
  const config = aConfig({ limits: { attempts: 1 } });

  it("on the task so far", () => {
    const task = aTask({ status: "in_progress", attempts: 1, runs: 1, usd: 0.3 });
    const running = aTrack({ config, tasks: { T01: task }, jobs: [aJob({ task: "T01" })] });
    const ended = jobFinished({ kind: "task", task: "T01" }, { outcome: "max-turns", usd: 0.12 });
    const track = ask(running, ended, { config: { ok: true, config } });
    expect(said(track).join()).toMatch(
      /the other tasks go on\. \$0\.42 spent on T01 so far\. More in \[its run\]\(\.\.\/actions\/runs\/900\)\.$/,
    );
    expect(track.tasks.T01?.trouble?.text).toContain("$0.42 spent on T01 so far.");
  });

  it("on the track so far, when planning fails", () => {
    const planning = aTrack({ config, phase: "planning", usd: 1, jobs: [aJob({ kind: "plan-spec" })] });
    const ended = jobFinished(
      { kind: "plan-spec" },
      { outcome: "crashed", reason: "It died.\nouch", usd: 0.5 },
    );
    const track = ask(planning, ended, { config: { ok: true, config } });
    expect(said(track).join()).toMatch(
      /to start over\. \$1\.50 spent on this track so far\. More in .*\.\n\n```text\nouch\n```$/,
    );
  });

  it("and nothing of the kind where nothing was, as with a script", () => {
    const task = aReadyTask({ status: "in_progress", attempts: 1 });
    const running = aTrack({ config, tasks: { T01: task }, jobs: [aJob({ task: "T01" })] });
    const ended = jobFinished({ kind: "task", task: "T01" }, { outcome: "crashed" });
    expect(said(ask(running, ended, { config: { ok: true, config } })).join()).not.toContain("spent");
  });
});
