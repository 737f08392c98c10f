import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocker, fine, stepOf, summary, told } from "../crew/a-crew.ts";
import { detection } from "../crew/sandbox/sandboxes.ts";
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
} from "../crew/setup/a-project.ts";
import { aRegistry } from "../crew/setup/a-registry.ts";

describe.skipIf(!detection.available)("a dependency that a task adds", () => {
  it("may be the first one to have any", async () => {
    using registry = await aRegistry([right]);
    using tree = aProject({ "package.json": JSON.stringify(plain), "package-lock.json": "" });
    tree.git("rm", "--quiet", "package-lock.json");
    const base = tree.commit("without a lockfile");
    const one = { ...plain, dependencies: { "right-pad": "2.0.0" } };
    const commands = { test: "node -e \"require('right-pad')\"" };
    const play = { task: `${write("package.json", one)}; ${summary}` };
    const manifest = await aTask({ ...tree, base }, play, { commands, network: registry.network });
    expect(told(manifest)).toContain("check.1 done");
    expect(manifest.changes.map(({ path }) => path)).toEqual(["package.json"]);
  });

  it("is told by its check when it cannot be installed, and can fix that", async () => {
    using registry = await aRegistry([left, right]);
    using tree = aProject();
    const wrong = { ...plain, dependencies: { ...dependencies, "right-pad": "9.9.9" } };
    const play = {
      task: `${write("package.json", wrong)}; ${summary}`,
      fix: `${addRight}; ${summary}`,
    };
    const manifest = await aTask(tree, play, { commands: needsRight, network: registry.network });
    expect(stepOf(manifest, "check.1")).toMatchObject({ outcome: "setup", checks: [{ name: "setup" }] });
    expect(stepOf(manifest, "check.1").reason).toMatch(/No matching version found for right-pad@9\.9\.9/);
    expect(stepOf(manifest, "check.2")).toMatchObject({ ok: true, checks: [{ name: "test" }] });
    expect(manifest.outcome).toBe("done");
  });

  it("is without it again when a later round takes it back", async () => {
    using registry = await aRegistry([left, right]);
    using tree = aProject();
    const play = {
      task: `${addRight}; ${summary}`,
      "review.1": blocker("Do without it."),
      fix: `git show HEAD:package.json >package.json; git show HEAD:package-lock.json >package-lock.json; echo two >src/a.txt; ${summary}`,
      "review.2": `test ! -e node_modules/right-pad && test -e node_modules/left-pad && ${fine}`,
    };
    const commands = { test: "node -e \"require('left-pad')\"" };
    const manifest = await aTask(tree, play, { commands, network: registry.network });
    expect(manifest).toMatchObject({ outcome: "done", changes: [{ path: "src/a.txt" }] });
    expect(told(manifest)).toContain("review.2.reviewer done");
    expect(existsSync(join(tree.folder, "node_modules/right-pad"))).toBe(false);
  });

  it("that an earlier leg added is installed when the next one goes on", async () => {
    using registry = await aRegistry([left, right]);
    using tree = aProject();
    tree.write("package.json", JSON.stringify(withRight));
    const commit = tree.commit("kept");
    tree.git("checkout", "--quiet", tree.base);
    const resume = { commit, done: ["implement"] };
    const manifest = await aTask(tree, {}, { commands: needsRight, network: registry.network, resume });
    expect(told(manifest)).toContain("check.1 done");
    expect(manifest.changes.map(({ path }) => path)).toEqual(["package-lock.json", "package.json"]);
  });

  it("has nothing but its manifest beside the network: no other file of its change is there", async () => {
    using registry = await aRegistry([left, right]);
    const scripts = { postinstall: "cat src/a.txt >seen" };
    using tree = aProject({
      ".gitignore": "node_modules/\nseen\n",
      "package.json": JSON.stringify({ ...plain, dependencies, scripts }),
    });
    const play = {
      task: `${write("package.json", { ...withRight, scripts })}; echo mine >src/a.txt; ${summary}`,
    };
    const commands = { test: 'test "$(cat seen)" = one && test "$(cat src/a.txt)" = mine' };
    const manifest = await aTask(tree, play, { commands, network: registry.network });
    expect(told(manifest)).toContain("check.1 done");
  });
});
