import { describe, expect, it } from "vitest";
import { quickTask } from "../../../core/model/route.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Trigger } from "../../../core/model/trigger.ts";
import { renderRoute } from "../../../core/render/route.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { measureIssue, tooLargeFor } from "../../../core/select/measure-issue.ts";
import { aFinding } from "../../builders/a-manifest.ts";
import { aJob, aProposal, aReadyTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, quiet, said, settled } from "../../builders/ask.ts";
import { pullFacts } from "../../builders/facts.ts";
import { approvedReview, commented, jobFinished, ticked } from "../../builders/triggers.ts";

const mia = { id: 1, login: "mia", bot: false };
const labeled = (label: string): Trigger => ({
  type: "issue-labeled",
  issue: 42,
  label,
  sender: mia,
  at: at(1),
});

function anIssue(body = "The README says `recieve`.", labels: string[] = []) {
  const measure = measureIssue({ title: "Fix a typo", body });
  return { issue: { title: "Fix a typo", textSha256: "0".repeat(64), open: true, labels, measure } };
}

/** A quick change of #42 whose pull request #11 waits for a person. */
function aQuick(fields: Partial<Track> = {}): Track {
  const { pull: _, ...track } = aTrack({
    route: { path: "quick", by: "label", base: sha("d1") },
    tasks: { [quickTask]: aReadyTask({ files: ["**"] }) },
    sticky: { comment: 1, digest: "" },
    ...fields,
  });
  return track;
}

describe("the way of an issue", () => {
  it.each([
    ["a small one", "The README says `recieve`.", undefined],
    ["one that asks for a plan", "Let us refactor the parser.", "word"],
    ["a long one", "word ".repeat(900), "tokens"],
    ["one with several tools", "Run git, then npm.", "tools"],
    ["one that names many files", "a.ts b.ts src/c.ts d.md", "files"],
    ["one with many points", "- a\n- b\n- c\n- d\n- e\n- f\n- g\n- h\n", "complexity"],
    ["an empty one", "", undefined],
  ] as const)("is measured: %s", (_, body, reason) => {
    expect(tooLargeFor(measureIssue({ title: "A title", body }))).toBe(reason);
  });

  it("is measured in no time, whatever somebody wrote", () => {
    const body = `${"a.".repeat(40_000)}${"-".repeat(40_000)}${" ".repeat(40_000)}`;
    expect(tooLargeFor(measureIssue({ title: "x", body }))).toBe("tokens");
  });

  it.each([
    ["gsd:quick", "Let us refactor the parser.", [], "executing"],
    ["gsd", "The README says `recieve`.", [], "executing"],
    ["gsd", "Let us refactor the parser.", [], "planning"],
    ["gsd:plan", "The README says `recieve`.", [], "planning"],
    ["gsd:quick", "Small.", ["gsd:plan", "gsd:quick"], "planning"],
  ] as const)("by the label %s of an issue that says %j with %j is %s", (label, body, labels, phase) => {
    const track = ask(undefined, labeled(label), anIssue(body, [...labels]));
    expect(track.phase).toBe(phase);
    expect(Object.keys(track.tasks)).toEqual(phase === "executing" ? ["T00"] : []);
    expect(effects(track, "start-track")).toHaveLength(1);
    expect(jobs(track)).toEqual([]);
  });

  it("explains itself in one line", () => {
    const small = ask(undefined, labeled("gsd"), anIssue());
    expect(renderSticky(small)).toMatch(
      /A quick change, since the issue is small \(about \d+ tokens, 0 files named, complexity 0\): one pull request, no plan\. Comment `\/plan` to have it planned instead\./,
    );
    const large = ask(undefined, labeled("gsd"), anIssue("Let us refactor it."));
    expect(renderRoute(large)).toBe(
      "<sub>Planned, since the issue is not small: it speaks of `refactor`.</sub>",
    );
    expect(renderRoute(ask(undefined, commented("/quick"), anIssue()))).toContain("as `/quick` says");
    expect(renderRoute(ask(undefined, commented("/plan"), anIssue()))).toBe("");
  });
});

describe("a quick change", () => {
  it("checks the default branch, then does its one task on it", () => {
    const track = ask(undefined, labeled("gsd:quick"), anIssue());
    const [start] = track.outbox.filter(({ effect }) => effect.type === "start-track");
    const started = { type: "started" as const, comment: 1, digest: "", head: undefined };
    const next = settled(track, [{ key: start!.key, type: "done", result: started }]);
    expect(next.jobs).toMatchObject([{ kind: "health", base: { branch: "main" } }]);
    const well = { ...quiet(next), health: undefined, jobs: [] } as unknown as Track;
    expect(ask(well, ticked).jobs).toMatchObject([{ kind: "task", task: "T00", base: { branch: "main" } }]);
  });

  it("is merged by a person, never by gsd", () => {
    const given = pullFacts({ base: "main" });
    const onPull = { thread: 11 };
    const refused = ask(aQuick(), commented("/approve", onPull), given);
    expect(said(refused)).toEqual(["#11: merge-quick"]);
    const reviewed = ask(aQuick(), approvedReview(11, sha("a1")), given);
    const eager = aQuick({ config: { ...aTrack().config, auto_merge: true } });
    for (const track of [refused, reviewed, ask(eager, ticked, given)]) {
      expect(effects(track, "merge-task")).toEqual([]);
    }
    const merged = { base: "main", state: "closed", merged: true, mergeSha: sha("e1") } as const;
    const done = ask(aQuick(), ticked, pullFacts(merged));
    expect(done).toMatchObject({
      phase: "merged",
      tasks: { T00: { status: "completed", merge: sha("e1") } },
    });
    expect(effects(done, "close-issue")).toHaveLength(1);
    expect(effects(done, "clean-up")).toMatchObject([{ names: ["gsd-task/42/T00"] }]);
    expect(jobs(done)).toEqual([]);
  });

  it("that closes its issue by its merge is looked at before anything stops", () => {
    const trigger = { type: "issue-changed", issue: 42, change: "closed", sender: mia } as const;
    const issueState = { open: false, labels: [] };
    const merged = { base: "main", state: "closed", merged: true, mergeSha: sha("e1") } as const;
    const done = ask(aQuick(), trigger, { issueState, ...pullFacts(merged) });
    expect(done.phase).toBe("merged");
    expect(done.closed).toBeUndefined();
  });

  it("remembers the commit that it was made on, which instructs whoever goes on", () => {
    const running = aQuick({
      route: { path: "quick", by: "label" },
      tasks: { [quickTask]: aReadyTask({ status: "in_progress" }) },
      jobs: [aJob({ task: quickTask, base: { branch: "main", sha: sha("d1") } })],
    });
    const result = {
      type: "task" as const,
      head: sha("a1"),
      pull: 11,
      base: sha("d1"),
      checks: "passed" as const,
      findings: [],
      missing: [],
    };
    expect(ask(running, jobFinished({ kind: "task", task: quickTask }, result)).route?.base).toBe(sha("d1"));
  });

  it("has one task, which cannot be skipped", () => {
    expect(said(ask(aQuick(), commented("/skip T00")))).toEqual(["#42: one-task"]);
    expect(said(ask(aQuick(), commented("/quick")))).toEqual(["#42: planned-already"]);
  });

  it("is planned after all, and nothing of it is lost", () => {
    const finding = aFinding({ path: "README.md", message: "Twice." });
    const proposal = aProposal({ findings: [finding] });
    const answered = [
      {
        number: 1,
        type: "text" as const,
        ask: "Why?",
        options: [],
        answer: { text: "So.", by: "mia", at: at(0) },
      },
    ];
    const quick = aQuick({
      tasks: { [quickTask]: aReadyTask({ proposal }) },
      forms: [{ number: 1, task: quickTask, questions: answered, shown: 1, comment: 500 }],
      jobs: [aJob({ kind: "review", task: quickTask })],
    });
    for (const trigger of [commented("/plan"), labeled("gsd:plan")]) {
      const plan = ask(quick, trigger, anIssue("x", ["gsd:plan"]));
      expect(plan).toMatchObject({ phase: "planning", slug: "csv-export-2", tasks: {} });
      expect(plan.route?.left).toEqual({ branch: "gsd-task/42/T00", pull: 11, head: sha("a1") });
      expect(effects(plan, "close-pull")).toEqual([{ type: "close-pull", pull: 11 }]);
      expect(effects(plan, "cancel-run")).toHaveLength(1);
      expect(plan.plan.feedback).toEqual([
        { type: "tried", branch: "gsd-task/42/T00" },
        { type: "finding", finding },
      ]);
      expect(plan.forms).toMatchObject([{ number: 1, questions: answered }]);
      expect(plan.forms?.[0]?.task).toBeUndefined();
      expect(said(plan)).toEqual(["#42: changed-over"]);
      expect(renderRoute(plan)).toContain("kept on `gsd-task/42/T00` (#11)");
    }
  });
});
