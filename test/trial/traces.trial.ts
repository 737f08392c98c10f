import { describe, expect, it } from "vitest";
import { aCollector, type Collector, treeOfSpans } from "../adapters/tracing/a-collector.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = "reviewers: [reviewer, architect]\n";
const plot: Plot = { tasks: [{ id: "T01" }, { id: "T02", after: ["T01"] }] };
const header = "Bearer a-collectors-own-token";

/** From the label to the merge. */
async function wholeTrack(world: ScriptedWorld): Promise<void> {
  const { maintainer } = world;
  const { issue, pull } = await plan(world);
  await ask(world, maintainer, pull, "/approve");
  for (const { id } of plot.tasks)
    await ask(world, maintainer, await pullFrom(world, `gsd-task/${issue}/${id}`), "/approve");
  await maintainer.merge(pull);
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ phase: "merged" });
}

/** What is directly in the span of a name, sorted: members of a crew work side by side. */
function partsOf(tree: string[], name: string): string[] {
  const from = tree.indexOf(` ${name}`) + 1;
  const rest = tree.slice(from);
  const end = rest.findIndex((line) => !line.startsWith("  "));
  return rest
    .slice(0, end)
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim())
    .toSorted();
}

function attributesOf({ spans }: Collector, name: string): Record<string, unknown> {
  const span = spans.find((one) => one.name === name);
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** What a track's trace is, whoever sent its parts. */
function expectOneTree({ spans, bodies }: Collector): string[] {
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const tree = treeOfSpans(spans);
  expect(tree.filter((line) => !line.startsWith(" "))).toEqual(["track 1-write-files"]);
  const jobs = ["plan", "T01", "T02", "verify"];
  expect(tree.filter((line) => jobs.includes(line.trim())).map((line) => line.slice(1))).toEqual(jobs);
  expect(partsOf(tree, "T01")).toEqual([
    "check",
    "gate",
    "invoke_agent architect",
    "invoke_agent reviewer",
    "invoke_agent senior",
    "publish",
    "rules",
    "wait for a runner",
  ]);
  expect(tree.filter((line) => line.trim() === "merge-task")).toHaveLength(2);
  expect(tree.at(-1)?.trim()).toBe("clean-up");
  // Names and numbers only: what people and agents wrote stays where it is.
  for (const text of ["Please.", "Did T01", "Reads well", header]) expect(bodies.join()).not.toContain(text);
  return tree;
}

describe("a track's trace at a collector", () => {
  it("is one tree of what the App and its runs sent, found by a variable of the repository", async () => {
    await using collector = await aCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    await using world = await aScriptedWorld({ mode: "app", plot, config, env });
    // The App is told by its environment; its runs are not.
    delete world.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
    world.forge.setVariable(world.repo, "OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    await wholeTrack(world);
    await world.close();
    expect([...collector.services].toSorted()).toEqual(["gsd-action", "gsd-app"]);
    expectOneTree(collector);
    expect(attributesOf(collector, "invoke_agent architect")).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "architect",
      "gen_ai.usage.input_tokens": expect.anything(),
      "gsd.engine": "script",
    });
  }, 240_000);

  it("is one tree of what control and publish sent, found by secrets that two lines of the stub pass on", async () => {
    await using collector = await aCollector();
    await using world = await aScriptedWorld({ mode: "action", plot, config });
    world.forge.setSecret(world.repo, "OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    world.forge.setSecret(
      world.repo,
      "OTEL_EXPORTER_OTLP_HEADERS",
      `authorization=${encodeURIComponent(header)}`,
    );
    const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"];
    const lines = names.map((name) => `      ${name}: \${{ secrets.${name} }}\n`).join("");
    await edit(world.maintainer, "main", ".github/workflows/gsd.yml", (before) => before + lines);
    await wholeTrack(world);
    expect([...collector.services]).toEqual(["gsd-action"]);
    expect(new Set(collector.headers.map(({ authorization }) => authorization))).toEqual(new Set([header]));
    expectOneTree(collector);
    const logs = [...world.forge.world.jobs.values()].flatMap(({ log }) => log).join("");
    expect(logs).not.toContain("a-collectors-own-token");
    // A line of the log leads to the trace, and to the job.
    const [trace] = collector.spans.map(({ traceId }) => traceId);
    expect(logs).toContain(`track="1-write-files" trace="${trace}" job="1/task/T01/1" run=`);
  }, 240_000);

  it("that hangs holds up nothing: the track is merged, every run is green, and each says once what to look at", async () => {
    await using collector = await aCollector("hangs");
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    await using world = await aScriptedWorld({ mode: "app", plot, config, env });
    world.forge.setVariable(world.repo, "OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    await wholeTrack(world);
    const jobs = [...world.forge.world.jobs.values()];
    expect(jobs.filter(({ conclusion }) => !["success", "skipped"].includes(conclusion ?? ""))).toEqual([]);
    const published = jobs.filter(({ name }) => name.endsWith("publish"));
    expect(published).toHaveLength(4);
    for (const { log } of published)
      expect(log.join("").match(/traces do not reach the collector/g)).toHaveLength(1);
    expect(collector.requests()).toBeGreaterThan(published.length);
    const before = performance.now();
    await world.close();
    expect(performance.now() - before).toBeLessThan(10_000);
  }, 240_000);
});
