import { describe, expect, it } from "vitest";
import { readEnvironment } from "../../action/environment.ts";

const runner = {
  INPUT_ZONE: "control",
  INPUT_TOKEN: "none",
  GITHUB_REPOSITORY: "acme/tally",
  GITHUB_API_URL: "http://127.0.0.1:9",
  GITHUB_RUN_ID: "1",
  GITHUB_WORKFLOW_REF: "acme/tally/.github/workflows/agents.yml@refs/heads/main",
};

describe("the workflow that jobs are dispatched to", () => {
  it("is the one that runs", () => {
    expect(readEnvironment(runner).workflow).toBe("agents.yml");
    expect(readEnvironment({ ...runner, INPUT_WORKFLOW: "" }).workflow).toBe("agents.yml");
    expect(readEnvironment({ ...runner, GITHUB_WORKFLOW_REF: "" }).workflow).toBe("gsd.yml");
  });

  it("is another one where the stub says so, as the hourly one does", () => {
    expect(readEnvironment({ ...runner, INPUT_WORKFLOW: "gsd.yml" }).workflow).toBe("gsd.yml");
  });

  it("has to be a file name", () => {
    const read = () => readEnvironment({ ...runner, INPUT_WORKFLOW: "../gsd.yml" });
    expect(read).toThrow(/The workflow is given as "..\/gsd.yml"/);
  });
});
