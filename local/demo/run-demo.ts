import { join } from "node:path";
import { ownRoot } from "../../adapters/own-root.ts";
import { detectSandbox } from "../../crew/sandbox/detect-sandbox.ts";
import { checkMachine } from "../check-machine.ts";
import { createWorld, type World } from "../create-world.ts";
import { readFiles } from "../release-tree.ts";
import type { Mode } from "../render-stub.ts";
import { requireBundles } from "../require-bundles.ts";
import { untilStopped } from "../until-stopped.ts";
import { createNarrator } from "./narrator.ts";
import { tellStory } from "./tell-story.ts";
import { writeReport } from "./write-report.ts";

export interface DemoOptions {
  mode: Mode;
  once: boolean;
  port?: number;
  jobStart?: number;
  report?: string;
  record?: string;
}

/** The sample repository's files. */
export function sampleFiles() {
  return Object.fromEntries(readFiles(join(ownRoot(), "local/demo/sample")));
}

/** Boots the world, tells the story, then serves it until Ctrl-C. */
export async function runDemo(options: DemoOptions, write: (line: string) => void): Promise<void> {
  const narrator = createNarrator(write);
  const started = performance.now();
  await checkMachine(options);
  write("gsd: a GitHub on this machine, one issue, and a script in place of a model.");
  await sayAboutSandbox(write);
  await requireBundles(ownRoot(), options.mode === "app" ? ["dist/action", "dist/app"] : ["dist/action"]);
  const world = await createWorld({
    ...options,
    repository: { owner: "acme", name: "tally", files: sampleFiles() },
    allowMissingSandbox: true,
  });
  const stop = untilStopped();
  try {
    narrator.say("forge", `serves acme/tally with gsd installed (${options.mode})`, world.forge.urls.server);
    const ending = await tellStory(world, narrator);
    const seconds = (performance.now() - started) / 1000;
    if (options.report) await writeReport(options.report, world, { ending, seconds });
    summarise(world, seconds, write);
    if (options.once) return;
    write(
      `\nStill serving ${world.forge.urls.server} — open it, comment, label. Ctrl-C ends it and leaves nothing behind.`,
    );
    await stop;
  } finally {
    await world.close();
  }
}

async function sayAboutSandbox(write: (line: string) => void): Promise<void> {
  const detection = await detectSandbox();
  if (!detection.available)
    write(`No sandbox here, so the demo's own script runs without one. ${detection.error.message}`);
}

function summarise(world: World, seconds: number, write: (line: string) => void): void {
  const { requests, writes } = world.forge.stats();
  write(
    `\nDone in ${seconds.toFixed(0)} s: ${world.runner.stats().jobs} jobs, ${requests} API requests, ${writes} of them writes.`,
  );
}
