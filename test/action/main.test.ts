import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Runs the bundle with an address that nothing can connect to: whatever goes on after the first look fails. */
function control(name: string, payload: unknown) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-main-"));
  try {
    const event = join(folder, "event.json");
    writeFileSync(event, JSON.stringify(payload));
    const { status, stdout } = spawnSync(process.execPath, ["dist/action/main.mjs"], {
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        INPUT_ZONE: "control",
        INPUT_TOKEN: "none",
        GITHUB_REPOSITORY: "acme/tally",
        GITHUB_API_URL: "no address",
        GITHUB_RUN_ID: "1",
        GITHUB_EVENT_NAME: name,
        GITHUB_EVENT_PATH: event,
      },
    });
    return { status, stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the started action", () => {
  it.each([
    ["issues", { action: "opened", issue: { number: 1, body: "a secret plan" } }],
    ["issue_comment", { action: "created", issue: { number: 1 }, comment: { id: 1, body: "a secret plan" } }],
    ["push", {}],
  ])("ends at once for %s that is not ours, and repeats nothing of it", (name, payload) => {
    expect(control(name, payload)).toEqual({
      status: 0,
      stdout: `nothing for gsd in this event event="${name}"\n`,
    });
  });

  it.each([
    ["schedule", {}],
    ["workflow_dispatch", {}],
    ["issues", { action: "labeled", issue: { number: 1 }, label: { name: "gsd:plan" } }],
    ["issue_comment", { action: "created", issue: { number: 1 }, comment: { id: 1, body: "/plan" } }],
  ])("goes on for %s that is, and what fails then is shown on the run", (name, payload) => {
    const { status, stdout } = control(name, payload);
    expect(status).toBe(1);
    expect(stdout).toContain("::error::");
  });
});
