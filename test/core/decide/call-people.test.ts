import { describe, expect, it } from "vitest";
import { aConfig, aJob, aProposal, aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, effects, quiet, said, settled } from "../../builders/ask.ts";
import { continued, ticked } from "../../builders/triggers.ts";

const approved = { tree: sha("f1"), head: sha("f2"), by: "ada", at: at(-600) };

function waiting(task = aReadyTask(), config = aConfig()) {
  const track = aTrack({ tasks: { T01: task }, config });
  return { ...track, plan: { ...track.plan, approved } };
}

describe("people who are called", () => {
  it("are those who approved the plan, once, when a task is ready", () => {
    const after = ask(waiting(), continued);
    expect(effects(after, "request-review")).toEqual([
      { type: "request-review", pull: 11, task: "T01", people: ["ada"] },
    ]);
    expect(effects(ask(quiet(after), ticked), "request-review")).toEqual([]);
  });

  it("are called when something has to be fixed, and again for another head", () => {
    const trouble = { type: "head-fails" as const, task: "T01" as const, head: sha("a1"), failing: [] };
    const after = ask(waiting(aReadyTask({ status: "needs_input", trouble })), continued);
    expect(effects(after, "request-review")).toHaveLength(1);
    const next = { ...quiet(after), tasks: { T01: aReadyTask({ runs: 2 }) } };
    expect(effects(ask(next, continued), "request-review")).toHaveLength(1);
  });

  it.each([
    ["a review is still under way", { ...waiting(), jobs: [aJob({ kind: "review" as const })] }],
    [
      "somebody approved it",
      waiting(aReadyTask({ proposal: aProposal({ approval: { sha: sha("a1"), by: "ada", at: at(-1) } }) })),
    ],
    ["its review has called them", waiting(aReadyTask({ proposal: aProposal({ called: true }) }))],
    ["it is not ready", waiting(aTask({ status: "in_progress" }))],
    ["the track is paused", { ...waiting(), paused: true }],
    ["nobody is to be called", waiting(aReadyTask(), aConfig({ notify: [] }))],
  ])("are not called while %s", (_, track) => {
    expect(effects(ask(track, continued), "request-review")).toEqual([]);
  });

  it("can be chosen", () => {
    const config = aConfig({ notify: ["requester", "@bea", "approver"] });
    expect(effects(ask(waiting(aReadyTask(), config), continued), "request-review")).toMatchObject([
      { people: ["mia", "bea", "ada"] },
    ]);
  });

  it("are mentioned where GitHub takes no request for their review", () => {
    const after = ask(waiting(), continued);
    const [key] = after.outbox.flatMap((entry) =>
      entry.effect.type === "request-review" ? [entry.key] : [],
    );
    const refused = { key: key ?? "", type: "failed", code: "invalid", text: "not a collaborator" } as const;
    expect(said(settled(after, [refused]))).toEqual(["#11: review-wanted"]);
  });
});
