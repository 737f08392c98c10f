import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/** The command line in a Node that says it is another version. What really old ones can read, see cli/gsd.mjs. */
function start(version: string) {
  const disguise = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const args = [
    "--import",
    `data:text/javascript,${encodeURIComponent(disguise)}`,
    "cli/gsd.mjs",
    "--version",
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("an old Node", () => {
  it.each(["16.20.2", "18.20.8", "22.17.1"])("%s hears in one sentence which one it takes", (version) => {
    expect(start(version)).toEqual({
      status: 1,
      stdout: "",
      stderr: `gsd: This is Node ${version}, and gsd needs 22.18 or newer. Start it with the Node that npm ci put here: ${resolve("node_modules/.bin/node")}\n`,
    });
  });

  it.each(["22.18.0", "24.0.0", "100.1.0"])("%s is new enough", (version) => {
    expect(start(version)).toEqual({ status: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  });

  it("is one that the package does not promise to work with", () => {
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(packageJson.engines.node) ?? [];
    expect(readFileSync("cli/gsd.mjs", "utf8")).toContain(`isBundle ? [${major}, ${minor}]`);
  });
});
