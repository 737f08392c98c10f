import { readFile, writeFile } from "node:fs/promises";
import { createWorld } from "../local/create-world.ts";
import { createNarrator } from "../local/demo/narrator.ts";
import { sampleFiles } from "../local/demo/run-demo.ts";
import { collectTexts } from "../local/demo/story-texts.ts";
import { tellStory } from "../local/demo/tell-story.ts";
import { requireBundles } from "../local/require-bundles.ts";
import { fillPlanning } from "./docs/fill-planning.ts";

/** Tells the demo's story and writes what gsd said in it into docs/planning.md: `npx node scripts/write-planning.ts`. */
const page = new URL("../docs/planning.md", import.meta.url);
await requireBundles(new URL("..", import.meta.url).pathname, ["dist/action"]);
const repository = { owner: "acme", name: "tally", files: sampleFiles() };
const world = await createWorld({ mode: "action", repository, allowMissingSandbox: true });
try {
  const { texts, collect } = collectTexts(world);
  await tellStory(world, createNarrator(console.log), { last: "merge", look: collect });
  await writeFile(page, fillPlanning(await readFile(page, "utf8"), texts));
  console.log("wrote docs/planning.md");
} finally {
  await world.close();
}
