import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../adapters/git/load-manifest.ts";
import { rescueCrew } from "../../crew/rescue.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { aCrew, aRecipe, fine, stepOf, summary } from "./a-crew.ts";

const job = { issue: 42, kind: "task", task: "T01", attempt: 1 } as const;

function rescue(tree: WorkTree) {
  const { folder, out, base } = tree;
  const logs = join(tree.root, "logs");
  return rescueCrew({ job, base, recipe: "task", sandbox: "off", folder, out, logs });
}

describe("rescue", () => {
  it("leaves a crew alone that came to its end", async () => {
    using tree = aWorkTree();
    const play = { task: `echo x >src/a.txt; ${summary}`, review: fine };
    const manifest = await runCrew(aCrew(tree, aRecipe("task"), play));
    expect(await rescue(tree)).toEqual(manifest);
    expect((await loadManifest(tree.out)).manifest).toEqual(manifest);
  });

  it("leaves a reason where a job had not even begun, and takes nothing of the tree for its work", async () => {
    using tree = aWorkTree();
    tree.write("left-by-setup", "x");
    const manifest = await rescue(tree);
    expect(manifest).toMatchObject({ outcome: "lost", steps: [], changes: [] });
    expect((await loadManifest(tree.out)).manifest).toEqual(manifest);
  });

  it("is what a resumed leg starts from: work that fits no more is said, and done again", async () => {
    using tree = aWorkTree({ "src/a.txt": "one\n" });
    tree.write("src/a.txt", "mine\n");
    const kept = tree.commit("kept");
    tree.git("reset", "--quiet", "--hard", tree.base);
    tree.write("src/a.txt", "theirs\n");
    const base = tree.commit("merged meanwhile");
    const play = { task: `echo again >src/a.txt; ${summary}`, review: fine };
    const resume = { commit: kept, done: ["implement"] };
    const crew = aCrew({ ...tree, base }, aRecipe("task"), play, { resume });
    const manifest = await runCrew(crew);
    expect(manifest.outcome).toBe("done");
    expect(manifest.notes).toEqual([{ type: "started-afresh", commit: kept, why: "conflict" }]);
    expect(stepOf(manifest, "implement.1")).toMatchObject({ engine: "script" });
  });

  it("of half a change lets the next leg's agent go on from it", async () => {
    using tree = aWorkTree();
    tree.write("src/half.txt", "half\n");
    const kept = tree.commit("kept");
    tree.git("reset", "--quiet", "--hard", tree.base);
    const play = { task: `cat src/half.txt >src/whole.txt; ${summary}`, review: fine };
    const crew = aCrew(tree, aRecipe("task"), play, { resume: { commit: kept, done: [] } });
    const manifest = await runCrew(crew);
    expect(crew.asked[0]?.earlierWork).toEqual(["src/half.txt"]);
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/half.txt", "src/whole.txt"]);
  });
});
