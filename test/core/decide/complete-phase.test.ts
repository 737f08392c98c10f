import { expect, it } from "vitest";
import type { RoadmapFact } from "../../../core/model/facts.ts";
import { answers } from "../../builders/ask.ts";
import { mia, visitor } from "../../builders/facts.ts";
import { commented } from "../../builders/triggers.ts";

const phase = { title: "v1.0: Core", milestone: 1, open: true, left: [], issues: 3, unread: 0 };

function complete(fields: Partial<RoadmapFact["phases"][number]>, words = "/complete v1.0", actor = mia) {
  const roadmap = { dashboard: 9, phases: [{ ...phase, ...fields }] };
  const trigger = commented(words, { issue: 9, thread: 9 });
  return answers(trigger, { roadmap, actor });
}

it.each([
  ["is done", {}, ["eyes", "complete-phase"]],
  ["has open issues", { left: [7] }, ["confused", "phase-open"]],
  ["may have open issues that nobody read", { unread: 4 }, ["confused", "phase-too-large"]],
  ["has no issues", { issues: 0 }, ["confused", "phase-empty"]],
  ["is completed", { open: false }, ["confused", "phase-completed-before"]],
])("answers `/complete` of a phase that %s", (_, fields, told) => {
  expect(complete(fields)).toEqual(told);
});

it("knows a phase by what stands before the colon, and obeys writers only", () => {
  expect(complete({}, "/complete V1.0: core")).toEqual(["eyes", "complete-phase"]);
  expect(complete({}, "/complete v2")).toEqual(["confused", "unknown-phase"]);
  expect(complete({}, "/complete v1.0", visitor)).not.toContain("complete-phase");
});
