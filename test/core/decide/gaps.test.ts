import { describe, expect, it } from "vitest";
import type { Gap } from "../../../core/model/gap.ts";
import { aTask, aTrack } from "../../builders/a-track.ts";
import { ask, said } from "../../builders/ask.ts";
import { continued, ticked } from "../../builders/triggers.ts";

const gap: Gap = { type: "branch-name", branch: "gsd" };
const track = aTrack({ tasks: { T01: aTask() } });

describe("what is missing in a repository", () => {
  it("is kept while it is missing, without a comment of its own, and stops nothing", () => {
    const [found, unseen] = [ask(track, ticked, { gaps: [gap] }), ask(track, ticked, {})];
    expect(found.gaps).toEqual([gap]);
    expect(said(found)).toEqual(said(unseen));
    expect({ ...found, gaps: undefined }).toEqual({ ...unseen, gaps: undefined });
  });

  it("stays where nobody looked, and goes once somebody sees that it is settled", () => {
    const before = aTrack({ gaps: [gap] });
    expect(ask(before, continued, {}).gaps).toEqual([gap]);
    expect(ask(before, ticked, { gaps: [] })).not.toHaveProperty("gaps");
  });
});
