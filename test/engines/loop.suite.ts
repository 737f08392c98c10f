import { describe, expect, inject, it } from "vitest";
import { build } from "../../scripts/build.ts";
import { aWorld, readTrack } from "../e2e/a-world.ts";
import { createModelApi } from "../model-api/create-model-api.ts";
import { play } from "./play.ts";
import { install, key } from "./run-sample.ts";
import { samples } from "./samples.ts";

/** A pull request that is missing is explained by what gsd said. */
async function expectPull(
  world: Awaited<ReturnType<typeof aWorld>>,
  issue: number,
  number: number,
): Promise<void> {
  const said = (await world.maintainer.comments(issue)).map((comment) => comment.body).join("\n\n");
  const open = (await world.maintainer.openPulls()).map((pull) => pull.number);
  expect(open, said).toContain(number);
}

await build(["dist/action"]);

for (const sample of samples) {
  const { engine, whyNot } = await install(sample.engine);
  describe.skipIf(!engine)(`the loop with ${sample.engine}${whyNot}`, () => {
    it("takes an issue to a track that is ready, in the sandbox, with a key that nobody sees", async () => {
      await using api = await createModelApi({
        script: (request) => play(sample, request),
        models: [sample.model],
        // Claude Code asks for titles; codex carries its tools elsewhere.
        isSide: (request) => request.wire === "messages" && request.tools.length === 0,
      });
      const name = sample.provider === "openai" ? "openai" : sample.provider;
      const url = name === "openai" ? `${api.url}/v1` : api.url;
      const config = `version: 1\nengine: ${sample.engine}\nmodel: ${sample.model}\nbase_urls: { ${name}: "${url}" }\n`;
      await using world = await aWorld({
        repository: {
          owner: "acme",
          name: "hello",
          files: { "README.md": "# hello\n", ".github/gsd.yml": config },
        },
        allowMissingSandbox: false,
        env: { GSD_ENGINE_CACHE: inject("engineCache") },
      });
      for (const secret of ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"])
        world.forge.setSecret(world.repo, secret, key);
      const issue = await world.maintainer.openIssue({ title: "Say hello", body: "Please greet people." });
      await world.maintainer.label(issue, "gsd:plan");
      await world.idle();
      await expectPull(world, issue, 2);
      await world.maintainer.comment(2, "/approve");
      await world.idle();
      await expectPull(world, issue, 3);
      await world.maintainer.comment(3, "/approve");
      await world.idle();
      const track = await readTrack(world, issue);
      expect(track).toMatchObject({ phase: "ready", tasks: { T01: { status: "completed" } } });
      expect(track.usd).toBeGreaterThan(0);
      const logs = [...world.forge.world.jobs.values()].map((job) => job.log.join("")).join("\n");
      expect(logs).not.toContain(key);
      expect(JSON.stringify(track)).not.toContain(key);
    });
  });
}
