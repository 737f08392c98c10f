import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, pullFrom } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";
import type { ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";
import { aModelWorld, type ModelWorld } from "./a-model-world.ts";
import { aCanary, describeSearch, type Place, search } from "./canary.ts";
import { collectPlaces, hiddenLines } from "./canary-places.ts";
import { dumpCommands } from "./dump.ts";
import { ownTemporaryFolder } from "./own-temporary-folder.ts";
import { kindOf, play, resultsIn, wordsOf } from "./play.ts";
import { install } from "./run-sample.ts";
import { type Sample, samples } from "./samples.ts";

/** A model that first has its CLI look for a key everywhere, then does the task; `mark` goes wherever text can go. */
function spy(sample: Sample, mark: string): (request: ModelRequest) => Reply {
  const turns = [
    ...dumpCommands().map((command) => sample.tools.shell(`: ${mark}; ${command}`)),
    sample.tools.write("src/hello.txt", mark),
  ];
  return (request) => {
    const words = wordsOf(request);
    const turn = kindOf(words) === "task" ? turns[resultsIn(words)] : undefined;
    return turn ?? play(sample, request, [{ id: "T01", title: `Say ${mark}` }]);
  };
}

/** From the label to a track that is ready. */
async function tell(world: ModelWorld, mark: string): Promise<number> {
  const { maintainer } = world;
  const issue = await maintainer.openIssue({ title: "Say hello", body: `Please greet ${mark}.` });
  await maintainer.label(issue, "gsd:plan");
  await world.idle();
  const pull = await pullFrom(world, `gsd/${issue}-`);
  expect((await maintainer.pull(pull)).body).toMatch(
    /It will cost about \$\d+\.\d\d \(\$\d+\.\d\d for the tasks/,
  );
  await ask(world, maintainer, pull, "/approve");
  await ask(world, maintainer, await pullFrom(world, `gsd-task/${issue}/T01`), "/approve");
  return issue;
}

/** What people read of engine, model and cost: on the work, and at the end. */
async function expectReports({ maintainer, forge }: ModelWorld, { engine, model }: Sample): Promise<void> {
  const by = ` on \`${engine}\` with \`${model}\` · in a sandbox · `;
  const task = (await maintainer.pull(3)).body!;
  expect(task).toContain(`\`developer\`, \`reviewer\`${by}`);
  expect(task).toMatch(/ turns? · \$0\.\d+ · [\d,]+ tokens · /);
  expect(task).toContain("Why these agents");
  // The body names the reviewer too, so the review does not say it again.
  expect((await maintainer.reviews(3))[0]?.body).toMatch(
    /^Fine\.\n\n\*\*Scan:\*\* [^\n]*\n\n\*\*Ready at `[0-9a-f]+`\.\*\*/,
  );
  expect((await maintainer.pull(2)).body).toMatch(
    /verified by .* for \$0\.\d+ · \$0\.\d+ spent on the track/,
  );
  const summaries = [...forge.world.jobs.values()].map((job) => job.summary).join("\n");
  expect(summaries).toMatch(/\| Tokens \| [\d,]+ in.*, [\d,]+ out.* \|\n\| Cost \| \$0\.\d+ \|/);
}

/** What each member of a crew said and did is kept beside the result, in a file of its own. */
function expectTranscripts({ forge }: ModelWorld): void {
  const transcripts = (name: string) => {
    const artifact = [...forge.world.artifacts.values()].find((one) => one.name === name);
    const files = artifact ? readdirSync(artifact.folder) : [];
    return files.filter((file) => file.endsWith(".txt")).sort();
  };
  expect(transcripts("gsd-1-plan-track-1-1-log")).toEqual([
    "backlog.1.txt",
    "documents.1.arch.txt",
    "documents.1.qa.txt",
    "documents.1.spec.txt",
  ]);
  expect(transcripts("gsd-1-task-T01-1-1-log")).toEqual(["implement.1.txt", "review.1.reviewer.txt"]);
  expect(transcripts("gsd-1-verify-track-1-1-log")).toEqual(["verify.1.txt"]);
}

/** The search sees: what was planted everywhere is found everywhere, and so is a key that is put there. */
function searchCanHit(places: Place[], { key, mark }: { key: string; mark: string }): void {
  const kinds = new Set(places.map(({ kind }) => kind));
  expect(new Set(search(places, mark).map((hit) => hit.kind))).toEqual(kinds);
  for (const kind of kinds) {
    const place = places.find((one) => one.kind === kind)!;
    const planted = Buffer.concat([place.bytes, Buffer.from(Buffer.from(`x${key}`).toString("base64"))]);
    expect(search([{ ...place, bytes: planted }], key).length, kind).toBeGreaterThan(0);
  }
}

for (const sample of samples) {
  const { engine, whyNot } = await install(sample.engine);
  describe.skipIf(!engine)(`the loop with ${sample.engine}${whyNot}`, () => {
    it("takes an issue to a track that is ready, in the sandbox, with a key that nobody sees", async () => {
      using temporary = ownTemporaryFolder();
      const record = join(temporary.folder, "record.jsonl");
      const [key, mark] = [aCanary(), aCanary().replace("sk-", "plum-").replace(/[/+]/g, "-")];
      const config = `engine: ${sample.engine}\nmodel: ${sample.model}\nreviewers: [reviewer]`;
      const files = { "src/mark.txt": mark };
      await using world = await aModelWorld({ actor: spy(sample, mark), config, files, key, record });
      const track = await readTrack(world, await tell(world, mark));
      expect(track).toMatchObject({ phase: "ready", tasks: { T01: { status: "completed" } } });
      expect(track.usd).toBeGreaterThan(0);
      await expectReports(world, sample);
      expectTranscripts(world);

      const places = collectPlaces(world, { record, temporary: temporary.folder });
      const hits = search(places, key);
      console.log(`canary with ${sample.engine}\n${describeSearch(places, hits)}`);
      expect(hits).toEqual([]);
      expect(hiddenLines(world)).toEqual([]);
      searchCanHit(places, { key, mark });
      expect(places.find(({ name }) => name === "processes")?.bytes.toString()).toContain("placeholder");
      // Where it belongs: in the header that the gateway sends.
      const sent = world.api.requests.filter(({ headers }) => JSON.stringify(headers).includes(key));
      expect(sent).toHaveLength(world.api.requests.length);
    });
  });
}
