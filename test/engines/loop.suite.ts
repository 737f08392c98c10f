import { describe, expect, inject, it } from "vitest";
import { build } from "../../scripts/build.ts";
import { aWorld, readTrack } from "../e2e/a-world.ts";
import { createModelApi, type ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";
import { install, key } from "./run-sample.ts";
import { type Sample, samples } from "./samples.ts";

const document =
  "# Hello\n\n## Requirements\n\n- There is a greeting.\n\n## Acceptance\n\n- src/hello.txt says hello.\n";
const backlog = {
  version: 1,
  tasks: [
    {
      id: "T01",
      title: "Say hello",
      description: "Write the greeting.",
      depends_on: [],
      acceptance: ["src/hello.txt says hello"],
      scope: { files_hint: ["src/hello.txt"], estimated_hours: 1 },
    },
  ],
};
const criteria = [{ task: "T01", criterion: "src/hello.txt says hello", met: true, evidence: "it does" }];
const toolResult =
  /"type":"(tool_result|function_call_output|custom_tool_call_output)"|"role":"tool"|"functionResponse":\{/;

/** A model that knows what is wanted by the schema that the prompt ends with. */
function play(sample: Sample, { body }: ModelRequest): Reply {
  const text = JSON.stringify(body).replaceAll("\\", "");
  if (text.includes('"required":["document"]')) return { type: "json", value: { document } };
  if (text.includes('"required":["backlog"]')) return { type: "json", value: { backlog } };
  if (text.includes('"required":["summary","findings"]'))
    return { type: "json", value: { summary: "Fine.", findings: [] } };
  if (text.includes('"required":["summary","criteria"]'))
    return { type: "json", value: { summary: "Met.", criteria } };
  return toolResult.test(text) ? { type: "json", value: { summary: "Said hello." } } : sample.edit;
}

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

/** What people read of engine, model and cost: before they approve, on the work, and at the end. */
async function expectReports(
  { maintainer, forge }: Awaited<ReturnType<typeof aWorld>>,
  { engine, model }: Sample,
): Promise<void> {
  const by = `engine \`${engine}\` with \`${model}\` in a sandbox · `;
  const task = (await maintainer.pull(3)).body!;
  expect(task).toContain(by);
  expect(task).toMatch(/ turns? · \$0\.\d+ · [\d,]+ tokens · /);
  expect(task).toContain("Why this engine");
  expect((await maintainer.reviews(3))[0]?.body).toContain(by);
  expect((await maintainer.pull(2)).body).toMatch(
    /verified by .* for \$0\.\d+ · \$0\.\d+ spent on the track/,
  );
  const summaries = [...forge.world.jobs.values()].map((job) => job.summary).join("\n");
  expect(summaries).toMatch(/\| Tokens \| [\d,]+ in.*, [\d,]+ out.* \|\n\| Cost \| \$0\.\d+ \|/);
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
      expect((await world.maintainer.pull(2)).body).toMatch(/About \$\d+\.\d\d to run with reviews/);
      await world.maintainer.comment(2, "/approve");
      await world.idle();
      await expectPull(world, issue, 3);
      await world.maintainer.comment(3, "/approve");
      await world.idle();
      const track = await readTrack(world, issue);
      expect(track).toMatchObject({ phase: "ready", tasks: { T01: { status: "completed" } } });
      expect(track.usd).toBeGreaterThan(0);
      await expectReports(world, sample);
      const logs = [...world.forge.world.jobs.values()].map((job) => job.log.join("")).join("\n");
      expect(logs).not.toContain(key);
      expect(JSON.stringify(track)).not.toContain(key);
    });
  });
}
