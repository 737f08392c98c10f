import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Checkup, ConfigFacts } from "../../../core/install/checkup.ts";
import { diagnoseWorkflows } from "../../../core/install/diagnose-workflows.ts";
import { weightOf } from "../../../core/install/diagnosis.ts";
import { parseWorkflow } from "../../../core/install/parse-workflow.ts";
import { stubPath, trustStub } from "../../../core/install/stub.ts";
import { namingOf, renderDiagnosis } from "../../../core/render/diagnosis.ts";

const template = readFileSync("cli/templates/gsd-app.yml", "utf8").replace(/0{40}/, "7".repeat(40));
const trusting = trustStub(template, "https://gsd.example.com");

/** What doctor says of a stub, where CI is or is not trusted. */
function diagnosesOf(stub: string, ci: "manual" | "trusted") {
  const config: ConfigFacts = {
    state: "good",
    secrets: [],
    labels: [],
    mergeMethod: "squash",
    ci,
    lacksScript: false,
  };
  const own = "name: CI\non: pull_request\njobs: {}\n";
  const files = [parseWorkflow(stubPath, stub), parseWorkflow(".github/workflows/ci.yml", own)];
  const workflows = files.filter((file) => file !== undefined);
  return diagnoseWorkflows({ config, workflows, disabled: [], hasLocalStub: true } as unknown as Checkup);
}

describe("CI that is trusted", () => {
  it("is told by doctor as long as it is so, and fails nothing", () => {
    const found = diagnosesOf(trusting, "trusted");
    expect(found).toEqual([{ type: "ci-trusted", workflows: ["CI"] }]);
    expect(found.map(weightOf)).toEqual(["note"]);
    const [one] = found;
    const words =
      one && renderDiagnosis(one, namingOf({ name: "acme/tally", url: "https://github.com/acme/tally" }));
    expect(words?.why).toContain("with your secrets before anyone has looked at it");
  });

  it("is found where the stub does not fit it, either way", () => {
    const missing = ["id-token: write", "app: https://<your App>"];
    expect(diagnosesOf(template, "trusted")).toEqual([
      { type: "ci-waits", workflows: ["CI"] },
      { type: "stub-trust", path: stubPath, missing },
      { type: "ci-trusted", workflows: ["CI"] },
    ]);
    expect(diagnosesOf(trusting, "manual")).toEqual([
      { type: "ci-waits", workflows: ["CI"] },
      { type: "stub-identity", path: stubPath },
    ]);
    expect(diagnosesOf(template, "manual")).toEqual([{ type: "ci-waits", workflows: ["CI"] }]);
  });

  it("changes two lines of a stub that runs jobs, and no other", () => {
    const added = trusting.split("\n").filter((line) => !template.split("\n").includes(line));
    expect(added).toEqual(["      id-token: write", "      app: https://gsd.example.com"]);
    const tick = readFileSync("cli/templates/gsd-tick.yml", "utf8");
    expect(trustStub(tick, "https://gsd.example.com")).toBe(tick);
  });
});
