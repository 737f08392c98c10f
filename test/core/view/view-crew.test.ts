import { describe, expect, it } from "vitest";
import { viewCrew } from "../../../core/view/view-crew.ts";
import {
  aCheck,
  aFinding,
  aFix,
  aGate,
  aLostReviewer,
  aManifest,
  anAgent,
  aReviewer,
  aRun,
} from "../../builders/a-manifest.ts";

describe("the view of a crew", () => {
  it("adds up what all of its members used", () => {
    const steps = [anAgent(), aRun(), aReviewer("security", []), aReviewer("security", [], { round: 2 })];
    const crew = viewCrew(aManifest({ steps }));
    expect(crew).toMatchObject({ turns: 18, seconds: 183.4 });
    expect(crew.usd).toBeCloseTo(0.83);
    expect(crew.usage).toEqual({ input: 814_334, output: 14_202, cached: 700_120, thinking: 3_000 });
    expect(crew.members).toEqual([
      { role: "senior", engine: "claude-code", model: "claude-sonnet-5-5" },
      { role: "security", engine: "claude-code", model: "claude-sonnet-5-5" },
    ]);
  });

  it("tells what each round found and what was done about it", () => {
    const failing = aCheck({ ok: false });
    const steps = [
      anAgent(),
      aGate(["No."]),
      aRun([failing, aCheck({ name: "lint" })]),
      aReviewer("reviewer", [aFinding()]),
      aLostReviewer("security", { outcome: "timeout", reason: "It hung." }),
      aFix("Bounded.", 1),
      aGate([], 2),
      aRun([aCheck()], 2),
      aReviewer("reviewer", [], { round: 2 }),
    ];
    const [first, second, ...more] = viewCrew(aManifest({ steps })).rounds;
    expect(first).toEqual({
      round: 1,
      problems: ["No."],
      broken: [],
      failing: [failing],
      reviews: [
        { type: "given", role: "reviewer", summary: "The reviewer looked at it.", findings: [aFinding()] },
        { type: "missing", role: "security", outcome: "timeout", reason: "It hung." },
      ],
      fix: "Bounded.",
    });
    expect(second).toMatchObject({ round: 2, problems: [], failing: [], fix: undefined });
    expect(more).toEqual([]);
  });

  it("takes a reviewer that fails alone for a missing one, if its step reviews in another round", () => {
    const alone = { member: "" };
    const steps = [aReviewer("reviewer", [], alone), aLostReviewer("reviewer", { ...alone, round: 2 })];
    const [, second] = viewCrew(aManifest({ steps })).rounds;
    expect(second?.reviews).toMatchObject([{ type: "missing", role: "reviewer" }]);
  });

  it("shows reviews in the order in which the configuration names reviewers, whoever ended first", () => {
    const steps = [aReviewer("security", []), aReviewer("reviewer", [])];
    const [round] = viewCrew(aManifest({ steps }), ["reviewer", "security"]).rounds;
    expect(round?.reviews.map(({ role }) => role)).toEqual(["reviewer", "security"]);
  });

  it("has no rounds where nothing was judged", () => {
    expect(viewCrew(aManifest({ steps: [anAgent()] })).rounds).toEqual([]);
  });
});
