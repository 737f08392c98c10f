import { describe, expect, it } from "vitest";
import type { TaskId } from "../../../core/model/ids.ts";
import { foldSpec } from "../../../core/plan/fold-specs.ts";
import { readSpecDeltas } from "../../../core/plan/spec-deltas.ts";
import { unfoldSpec } from "../../../core/plan/unfold-specs.ts";

const before = "# export\n\n## Old rows\n\nWHEN it is old\nTHEN it stays old\n\n## Gone\n\nWHEN x\nTHEN y\n";
const { deltas } = readSpecDeltas(`# Spec

## Spec changes

### Capability: export

#### Added: Formats by name

WHEN a name is given
THEN that format comes

#### Modified: Old rows

WHEN it is old
THEN it is new

#### Removed: Gone

Not needed.
`);

const anOwn = { capability: "export", layout: "own" as const, purpose: "" };
const folding = foldSpec(before, anOwn, deltas);
const now = folding.ok ? folding.text : "";

const aTask = (id: TaskId, ...acceptance: string[]) => ({ id, title: "x", description: "y", acceptance });
const tasks = [
  aTask("T01", "Old rows are new."),
  aTask("T02", "formats  by NAME work."),
  aTask("T03", "Gone is gone."),
];
const unfold = (stays: TaskId[], texts = {}) =>
  unfoldSpec({ layout: "own", deltas, tasks, stays }, { capability: "export", now, before, ...texts });

describe("a rollback takes the folded spec along", () => {
  it("takes out what the reverted task brought, and leaves the rest", () => {
    const { text, taken, look } = unfold(["T01", "T03"]);
    expect([taken, look]).toEqual([["Formats by name"], []]);
    expect(text).not.toContain("Formats by name");
    expect(text).toContain("THEN it is new");
    expect(text).not.toContain("## Gone");
  });

  it("brings back what was modified or removed", () => {
    expect(unfold(["T02", "T03"]).text).toContain("THEN it stays old");
    expect(unfold(["T01", "T02"]).text).toMatch(/## Formats by name[\s\S]*\n\n## Gone\n\nWHEN x\nTHEN y\n$/);
  });

  it("tells what is gone from what is as it was before", () => {
    const { taken, restored, look } = unfold([]);
    expect({ taken, restored, look }).toEqual({
      taken: ["Formats by name"],
      restored: ["Old rows", "Gone"],
      look: [],
    });
  });

  it("leaves the spec as it was when every task is taken back", () => {
    const { text = "" } = unfold([]);
    expect(text.split("\n## ").sort()).toEqual(before.replace(/\n$/, "\n").split("\n## ").sort());
    const added = deltas.filter(({ type }) => type === "added");
    const made = foldSpec(undefined, anOwn, added);
    const result = unfoldSpec(
      { layout: "own", deltas: added, tasks: [], stays: [] },
      { capability: "export", now: made.ok ? made.text : "", before: undefined },
    );
    expect(result).toMatchObject({ text: undefined, taken: ["Formats by name"] });
  });

  it("leaves to a person what it cannot tell: a requirement that no task names, or that was changed since", () => {
    const nameless = unfoldSpec(
      { layout: "own", deltas, tasks: [aTask("T01", "Something.")], stays: ["T02"] },
      { capability: "export", now, before },
    );
    expect([nameless.taken, nameless.look]).toEqual([[], ["Formats by name", "Old rows", "Gone"]]);
    expect(nameless.text).toBe(now);
    const edited = unfold(["T01", "T03"], { now: now.replace("that format comes", "another comes") });
    expect([edited.taken, edited.look]).toEqual([[], ["Formats by name"]]);
  });
});
