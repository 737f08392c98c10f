import { describe, expect, it } from "vitest";
import { diagnosisTypes } from "../../../core/install/diagnosis.ts";
import { toGaps } from "../../../core/install/to-gaps.ts";
import { fits } from "../../../core/model/fits.ts";
import { trackSchema } from "../../../core/model/track.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { aTrack } from "../../builders/a-track.ts";
import { diagnosisSamples } from "../render/diagnosis-samples.ts";

const samples = diagnosisSamples("some words");

describe("what people hear in their threads of a checkup", () => {
  it("is what would go wrong in a track, and no note, and nothing that its going wrong tells", () => {
    const told = toGaps(Object.values(samples)).map(({ type }) => type);
    expect(diagnosisTypes.filter((type) => !(told as string[]).includes(type))).toEqual([
      ...["archived", "issues-off", "access", "actions-off", "actions-limited", "pulls-forbidden"],
      // The machine may name a script of its own.
      // A shared file that a run cannot read stops the run itself, which says so.
      ...["label-missing", "config-missing", "config-broken", "shared-private", "script-missing"],
      // The stub does not pass it on: whether it is set cannot be seen.
      "secret-missing",
      ...["stub-unpinned", "copy-missing", "runner-foreign"],
      ...["ci-limited", "ci-waits", "ci-services"],
      ...["ci-trusted", "stub-trust", "stub-identity", "sandbox"],
    ]);
  });

  it("fits the ledger, however long somebody's names are", () => {
    const words = "x".repeat(5_000);
    const long = Object.values(diagnosisSamples(words)).map((one) =>
      "names" in one ? { ...one, names: Array.from({ length: 500 }, () => words) } : one,
    );
    expect(fits(trackSchema, aTrack({ gaps: toGaps(long) }))).toBe(true);
  });

  it("stands in the progress comment while it is missing, with the fix", () => {
    const gaps = toGaps([samples["merge-method"]]);
    const text = renderSticky(aTrack({ phase: "planning", gaps }));
    expect(text).toContain("> [!WARNING]\n> Squash merging is not allowed here.");
    expect(text).toContain("Allow it under Pull Requests on [settings](../settings)");
    const secret = renderSticky(aTrack({ gaps: toGaps([samples["secret-missing"]]) }));
    expect(secret).toContain("`gh secret set some words`");
    expect(renderSticky(aTrack({ phase: "cancelled", gaps }))).not.toContain("Squash merging");
  });
});
