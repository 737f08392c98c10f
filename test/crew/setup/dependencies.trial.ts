import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocker, fine, summary, told } from "../a-crew.ts";
import { detection } from "../sandbox/sandboxes.ts";
import {
  addRight,
  aProject,
  aTask,
  dependencies,
  left,
  needsRight,
  plain,
  right,
  withRight,
  write,
} from "./a-project.ts";
import { aRegistry } from "./a-registry.ts";

describe.skipIf(!detection.available)("a task that adds a dependency", () => {
  it("has it installed and its lockfile brought up to date before the checks; reviewers and the next round have it too", async () => {
    using registry = await aRegistry([left, right]);
    using tree = aProject();
    const play = {
      task: `${addRight}; test ! -e node_modules/right-pad && ${summary}`,
      "review.1": `test -e node_modules/right-pad && ${blocker("Say it.")}`,
      "fix.1": `test -e node_modules/right-pad && test -e node_modules/left-pad && echo two >src/a.txt && ${summary}`,
      "review.2": `test -e node_modules/right-pad && ${fine}`,
    };
    const manifest = await aTask(tree, play, { commands: needsRight, network: registry.network });
    expect(manifest.reason).toBeUndefined();
    expect(told(manifest)).toEqual([
      ...["implement.1 done", "gate.1 done", "rules.1 done", "check.1 done"],
      ...["review.1.reviewer done!", "fix.1 done"],
      ...["gate.2 done", "rules.2 done", "check.2 done", "review.2.reviewer done"],
    ]);
    const paths = manifest.changes.map(({ path }) => path);
    expect(paths).toEqual(["package-lock.json", "package.json", "src/a.txt"]);
    expect(readFileSync(join(tree.folder, "package-lock.json"), "utf8")).toContain("right-pad-2.0.0.tgz");
    // Once for the base, once for the change: the second round changed nothing of it.
    expect(registry.asked.filter((path) => path === "/right-pad/-/right-pad-2.0.0.tgz")).toHaveLength(1);
  });
});

describe.skipIf(!detection.available)("a task that wants more than it may", () => {
  it("asks a person about a new host: what, where and which line to write; its work is kept", async () => {
    using registry = await aRegistry([left, right]);
    using tree = aProject();
    const evil = { ...dependencies, evil: "https://evil.example.org/evil.tgz" };
    const play = { task: `${write("package.json", { ...plain, dependencies: evil })}; ${summary}` };
    const manifest = await aTask(tree, play, { commands: needsRight, network: registry.network });
    const asked = [...registry.asked];
    expect(manifest.outcome).toBe("config");
    expect(manifest.reason).toContain("`package.json` takes packages from `evil.example.org`");
    expect(manifest.reason).toMatch(
      /write `setup: \{ hosts: \[.*"http:\/\/packages\.example\.org", .*evil\.example\.org\] \}` into/,
    );
    expect(manifest.changes.map(({ path }) => path)).toEqual(["package.json"]);
    expect(told(manifest)).toEqual([
      ...["implement.1 done", "gate.1 done", "rules.1 done", "check.1 config!"],
    ]);
    expect(asked.filter((path) => path.includes("evil"))).toEqual([]);
  });

  it("asks a person before something new runs beside the network", async () => {
    using registry = await aRegistry([left, right]);
    using tree = aProject();
    const scripts = { postinstall: "touch ran" };
    const play = { task: `${write("package.json", { ...withRight, scripts })}; ${summary}` };
    const manifest = await aTask(tree, play, { commands: needsRight, network: registry.network });
    expect(manifest.outcome).toBe("config");
    expect(manifest.reason).toContain("`package.json` changes what runs while packages are installed");
    expect(existsSync(join(tree.folder, "ran"))).toBe(false);
  });
});
