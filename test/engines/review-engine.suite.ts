import { describe, expect, it } from "vitest";
import { ask, pullFrom } from "../e2e/a-visit.ts";
import { aModelWorld, type ModelWorld } from "./a-model-world.ts";
import { kindOf, play, wordsOf } from "./play.ts";
import { install, key } from "./run-sample.ts";
import { sampleFor } from "./samples.ts";

const [claude, codex] = [sampleFor("claude-code"), sampleFor("codex")];
const config = `engine: claude-code
model: ${claude.model}
review_engine: { engine: codex, model: ${codex.model} }
reviewers: [correctness, security]`;

const installed = await Promise.all([install("claude-code"), install("codex")]);
const whyNot = installed.map((one) => one.whyNot).find(Boolean) ?? "";

describe.skipIf(whyNot !== "")(`\`review_engine\`, with the real programs${whyNot}`, () => {
  it("has another program and model review what one wrote, and the pull request names both", async () => {
    const actor = (request: Parameters<typeof play>[1]) =>
      play(request.wire === "messages" ? claude : codex, request);
    await using world = await aModelWorld({ actor, config, key });
    const { maintainer } = world;
    const issue = await maintainer.openIssue({ title: "Say hello", body: "Please." });
    await maintainer.label(issue, "gsd:plan");
    await world.idle();
    await ask(world, maintainer, await pullFrom(world, `gsd/${issue}-`), "/approve");
    const task = await pullFrom(world, `gsd-task/${issue}/T01`);

    expect(modelsFor(world, "task")).toEqual([claude.model]);
    expect(modelsFor(world, "review")).toEqual([codex.model]);
    const { body } = await maintainer.pull(task);
    expect(body).toContain(`\`developer\` on \`claude-code\` with \`${claude.model}\``);
    expect(body).toContain(`\`correctness\`, \`security\` on \`codex\` with \`${codex.model}\``);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

/** The models that were asked for one kind of work. */
function modelsFor({ api }: ModelWorld, kind: ReturnType<typeof kindOf>): unknown[] {
  const asked = api.requests.filter((request) => kindOf(wordsOf(request)) === kind);
  return [...new Set(asked.map(({ body }) => body["model"]))];
}
