import { describe, expect, it } from "vitest";
import { aWorld, withJobs } from "./a-world.ts";

const reasonOf = async (files: Record<string, string>) => {
  await using world = await aWorld(files);
  const run = await world.dispatch();
  expect(run.conclusion).toBe("startup_failure");
  return world.host.jobs.at(-1)!.log;
};

describe("a workflow that cannot start says why", () => {
  it("when it is not YAML", async () => {
    expect(await reasonOf({ ".github/workflows/w.yml": "on: [push\njobs: {" })).toContain("##[error]");
  });

  it("when GitHub's schema refuses it, all errors with their lines", async () => {
    const log = await reasonOf(
      withJobs(
        `  a:\n    runs-on: ubuntu-latest\n    retries: 3\n    steps: [{ run: '\${{ nothing.here }}' }]\n`,
      ),
    );
    expect(log).toContain("(Line: 5, Col: 5): Unexpected value 'retries'");
    expect(log).toContain("Unrecognized named-value: 'nothing'");
  });

  it("when a job needs one that does not exist, or an if is no expression", async () => {
    expect(
      await reasonOf(withJobs("  a: { needs: b, runs-on: ubuntu-latest, steps: [{ run: x }] }\n")),
    ).toContain("no dependencies");
    expect(
      await reasonOf(withJobs("  a: { if: 'secrets.KEY', runs-on: ubuntu-latest, steps: [{ run: x }] }\n")),
    ).toContain("Unrecognized named-value: 'secrets'");
  });

  it("when it uses what this runner does not offer", async () => {
    const log = await reasonOf(
      withJobs(`
  a: { container: "node:24", runs-on: ubuntu-latest, steps: [{ run: x }] }
  b: { services: { db: { image: "postgres" } }, runs-on: ubuntu-latest, steps: [{ run: x }] }
`),
    );
    for (const key of ["container", "services"]) {
      expect(log).toContain(`not supported by the local runner: ${key}`);
    }
  });

  it("when a mapping key is an expression", async () => {
    const log = await reasonOf(
      withJobs(
        `  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: x, env: { '\${{ github.actor }}': '1' } }]\n`,
      ),
    );
    expect(log).toContain("not supported by the local runner: an expression as a key");
  });

  it("when it is dispatched without listening, or is not there", async () => {
    expect(
      await reasonOf(withJobs("  a: { runs-on: ubuntu-latest, steps: [{ run: x }] }\n", "on: push")),
    ).toContain("has no 'workflow_dispatch' trigger");
    expect(await reasonOf({ "readme.md": "x" })).toContain("does not exist");
  });

  it("only when it would have run, and without holding up the others", async () => {
    const fine = "on: issues\njobs:\n  a: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }\n";
    await using world = await aWorld({
      ".github/workflows/broken.yml": "on: issues\njobs:\n  a: { runs-on: ubuntu-latest, stepz: [] }\n",
      ".github/workflows/fine.yml": fine,
      ".github/workflows/other.yml": "on: push\njobs: {}\n",
    });
    await world.send({ name: "issues", action: "opened" });
    expect(world.host.runs.map((run) => [run.workflowPath, run.conclusion])).toEqual([
      [".github/workflows/broken.yml", "startup_failure"],
      [".github/workflows/fine.yml", "success"],
    ]);
  });
});
