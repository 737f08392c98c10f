import { describe, expect, it } from "vitest";
import { goLabel, needsInputLabel, quickLabel } from "../../../core/codec/labels.ts";
import { type Diagnosis, remedyOf, weightOf } from "../../../core/install/diagnosis.ts";
import { labelsToOffer, newLabel, ownLabels } from "../../../core/install/labels.ts";

const names = (labels: { name: string }[]) => labels.map(({ name }) => name);

describe("gsd's labels", () => {
  it("are all that it reads or sets; those that people put on issues are made for them", () => {
    const config = { label: "plan me", nightly: { label: "gsd:backlog" } };
    expect(names(labelsToOffer(config))).toEqual(["plan me", quickLabel, goLabel, "gsd:backlog"]);
    expect(names(ownLabels(config))).toContain(needsInputLabel);
    expect(names(labelsToOffer({ label: "gsd:plan" }))).toEqual(["gsd:plan", quickLabel, goLabel]);
  });

  it("have one meaning each, whatever their case", () => {
    const [first, ...rest] = labelsToOffer({ label: "GSD" });
    expect(first).toEqual({ name: "GSD", purpose: "plan" });
    expect(names(rest)).toEqual([quickLabel]);
  });

  it("look as GitHub takes them", () => {
    for (const label of ownLabels({ label: "gsd:plan", nightly: { label: "gsd:backlog" } })) {
      const { color, description } = newLabel(label);
      expect(color).toMatch(/^[0-9a-f]{6}$/);
      expect(description.length).toBeLessThanOrEqual(100);
    }
  });

  it("are fixed by the doctor each; only the one that asks for a plan is a finding", () => {
    const missing = (["plan", "quick"] as const).map(
      (purpose): Diagnosis => ({ type: "label-missing", label: purpose, purpose }),
    );
    expect(missing.map(weightOf)).toEqual(["hinders", "note"]);
    expect(missing.map(remedyOf)).toEqual([
      { type: "create-label", label: { name: "plan", purpose: "plan" } },
      { type: "create-label", label: { name: "quick", purpose: "quick" } },
    ]);
  });
});
