import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Checkup } from "../../../core/install/checkup.ts";
import { diagnoseWorkflows } from "../../../core/install/diagnose-workflows.ts";
import { parseWorkflow } from "../../../core/install/parse-workflow.ts";
import { stubPath } from "../../../core/install/stub.ts";
import { unheardEvents, wantedEvents } from "../../../core/install/stub-events.ts";

const template = readFileSync("cli/templates/gsd-action.yml", "utf8").replace(/0{40}/, "7".repeat(40));

/** What doctor says of the events of a stub. */
function unheardIn(stub: string) {
  const workflows = [parseWorkflow(stubPath, stub), parseWorkflow("t.yml", `${template}\n`)].flatMap(
    (one) => one ?? [],
  );
  const checkup = { workflows, disabled: [], config: { state: "absent" } } as unknown as Checkup;
  return diagnoseWorkflows(checkup).filter(({ type }) => type === "stub-events");
}

describe("the events that a stub listens to", () => {
  it("are those of today's template", () => {
    const on = parse(template).on as Record<string, { types?: string[] } | null>;
    const { workflow_run: _, ...rest } = on;
    const written = Object.entries(rest).map(([event, filter]) => [event, filter?.types ?? []]);
    expect(Object.fromEntries(written)).toEqual(wantedEvents);
    expect(unheardIn(template)).toEqual([]);
  });

  it("are missed by name where the stub is older", () => {
    const old = template
      .replace("types: [created, edited]", "types: [created]")
      .replace(/^ {2}push: .*\n/m, "");
    expect(unheardIn(old)).toEqual([
      { type: "stub-events", path: stubPath, missing: ["issue_comment: edited", "push"] },
    ]);
  });

  it("are GitHub's usual ones where no types are named: of pull requests, not that they are closed", () => {
    const bare = Object.fromEntries(Object.keys(wantedEvents).map((event) => [event, []]));
    expect(unheardEvents(bare)).toEqual(["pull_request: closed"]);
  });

  it("do not matter with the App, which hears of them itself", () => {
    const app = readFileSync("cli/templates/gsd-app.yml", "utf8").replace(/0{40}/, "7".repeat(40));
    expect(unheardIn(app)).toEqual([]);
  });
});
