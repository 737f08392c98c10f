import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { providersOf, secretOf } from "../../core/select/providers.ts";
import { createJobAccount } from "../../crew/gateway/create-job-account.ts";
import type { UsageEntry } from "../../crew/gateway/gateway.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import type { Reply } from "../model-api/reply.ts";
import { install, key, runSample } from "./run-sample.ts";
import { otherWires, samples } from "./samples.ts";

const answer: Reply = { type: "json", value: { summary: "Said hello." } };
const canary = new RegExp([key, [...key].reverse().join(""), Buffer.from(key).toString("base64")].join("|"));

for (const sample of samples) {
  const { engine, whyNot } = await install(sample.engine);
  const run = (
    ...given: Parameters<typeof runSample> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => runSample(engine!, sample, ...given);

  describe.skipIf(!engine)(`${sample.engine}${whyNot}`, () => {
    it("edits a file with its own tools, answers by the schema, and reports what it used", async () => {
      const dropped: string[] = [];
      const onUsage = (entry: UsageEntry) => void dropped.push(...(entry.dropped ?? []));
      const ran = await run([sample.edit, answer], { gateway: { onUsage } });
      // What a new version needs has to be let pass.
      expect(dropped).toEqual([]);
      expect(ran.manifest).toMatchObject({
        ...{ outcome: "done", engine: sample.engine, model: sample.model, sandbox: "bubblewrap" },
        answer: { summary: "Said hello." },
        changes: [{ path: "src/hello.txt", size: 6 }],
        usage: { input: 200, output: 40, cached: 40 },
        turns: 2,
        usd: 0.24,
        session: expect.stringMatching(/.{8,}/),
      });
      expect(ran.progress.join("\n")).toMatch(/write|apply_patch|file_change/i);
      expect(ran.transcript).not.toBe("");
      expect(JSON.stringify(ran.manifest) + ran.transcript).not.toMatch(canary);
    });

    it("follows the instructions of the base, and neither those of the branch nor its hooks and servers", async () => {
      const tree = aWorkTree({ "src/a.txt": "one\n", [sample.instructions]: "FOLLOW-THE-BASE\n" });
      for (const name of ["CLAUDE.md", "AGENTS.md", "GEMINI.md", "src/CLAUDE.md"])
        tree.write(name, "FOLLOW-THE-BRANCH\n");
      const hook = [{ hooks: [{ type: "command", command: "touch /repo/ran-a-hook" }] }];
      const server = { command: "touch", args: ["/repo/ran-a-server"] };
      const settings = JSON.stringify({ hooks: { SessionStart: hook }, mcpServers: { evil: server } });
      for (const name of [".claude/settings.json", ".gemini/settings.json", ".mcp.json"])
        tree.write(name, settings);
      tree.write(
        "opencode.json",
        JSON.stringify({ mcp: { evil: { type: "local", command: ["touch", "/repo/ran-a-server"] } } }),
      );
      tree.write(
        ".codex/config.toml",
        '[mcp_servers.evil]\ncommand = "touch"\nargs = ["/repo/ran-a-server"]\n',
      );
      const instructedBy = tree.base;
      tree.commit("what an attacker would add");

      const ran = await run([sample.edit, answer], { tree, instructedBy });
      expect(ran.manifest).toMatchObject({ outcome: "done", changes: [{ path: "src/hello.txt" }] });
      const asked = ran.requests.map((request) => request.text).join("\n");
      expect(asked).toContain("FOLLOW-THE-BASE");
      expect(asked).not.toContain("FOLLOW-THE-BRANCH");
    });

    it("says which secret to set when the provider refuses the key", async () => {
      const { manifest } = await run({ type: "fail", status: 401 });
      expect(manifest).toMatchObject({ outcome: "auth", turns: 0 });
      expect(manifest.reason).toContain(secretOf[sample.provider]);
    });

    it("says until when it is rate-limited, and does not wait for long", async () => {
      const { manifest } = await run({ type: "fail", status: 429, retryAfter: 600 });
      expect(manifest.outcome).toBe("rate-limited");
      expect(Date.parse(manifest.until!) - Date.now()).toBeGreaterThan(400_000);
    });

    it("survives one failure of the provider", async () => {
      const { manifest } = await run([{ type: "fail", status: 500 }, sample.edit, answer]);
      expect(manifest).toMatchObject({ outcome: "done", changes: [{ path: "src/hello.txt" }] });
    });

    it("gives up after several failures, and says what they were", async () => {
      const { manifest, requests } = await run({ type: "fail", status: 500 });
      expect(manifest).toMatchObject({ outcome: "unavailable", reason: expect.stringContaining("500") });
      expect(requests.length).toBeLessThanOrEqual(4);
    });

    it("ends with a timeout when the provider falls silent", async () => {
      const gateway = { timeouts: { idleMs: 500 } };
      const { manifest } = await run({ type: "stall", events: 2 }, { gateway });
      expect(manifest).toMatchObject({ outcome: "timeout", reason: expect.stringContaining("silent") });
    });

    it("stops at the limit of turns and keeps the work so far", async () => {
      const { manifest } = await run([sample.edit, sample.look], { turns: 3 });
      expect(manifest).toMatchObject({ outcome: "max-turns", changes: [{ path: "src/hello.txt" }] });
      expect(manifest.reason).toContain("3");
    });

    it("stops at the budget and keeps the work so far", async () => {
      // The first turn leaves too little for another one.
      const account = createJobAccount({ usd: 2 });
      const gateway = { account, prices: { [sample.model]: { input: 0, output: 1_000 } } };
      const edit = { ...sample.edit, usage: { output: 1_990 } } as Reply;
      const { manifest } = await run([edit, answer], { gateway });
      expect(manifest).toMatchObject({ outcome: "budget", changes: [{ path: "src/hello.txt" }] });
    });

    it("calls answers that it cannot read a crash", async () => {
      expect((await run({ type: "malformed" })).manifest.outcome).toBe("crashed");
    });

    it("calls prose an invalid answer, and shows it", async () => {
      const { manifest } = await run([sample.edit, { type: "text", text: "I am done, I think." }]);
      expect(manifest).toMatchObject({
        outcome: "invalid-answer",
        reason: expect.stringContaining("I think"),
      });
    });

    it("refuses a tool that the job may not use, and goes on", async () => {
      const review: Reply = { type: "json", value: { summary: "Reads well.", findings: [] } };
      const tree = aWorkTree();
      const ran = await run([sample.forbidden, review], { answer: "review", tree });
      expect(ran.manifest).toMatchObject({ outcome: "done", answer: { findings: [] }, changes: [] });
      // What the CLI told its model about the call.
      expect(ran.requests.at(-1)!.text).toMatch(
        /not (found|available|allowed|exist)|unavailable|unsupported|unknown|no such tool|denied/i,
      );
    });
  });
}

for (const sample of otherWires) {
  const { engine, whyNot } = await install(sample.engine);
  it.skipIf(!engine)(`${sample.engine} works with ${sample.provider}${whyNot}`, async () => {
    expect(providersOf[sample.engine]).toContain(sample.provider);
    const { manifest } = await runSample(engine!, sample, [sample.edit, answer]);
    expect(manifest).toMatchObject({ outcome: "done", answer: { summary: "Said hello." }, turns: 2 });
    expect(manifest.changes).toMatchObject([{ path: "src/hello.txt" }]);
  });
}

const any = samples.find((sample) => sample.engine === "codex")!;
const { engine, whyNot } = await install(any.engine);

describe.skipIf(!engine)(`any engine${whyNot}`, () => {
  it("is stopped at the limit of minutes", async () => {
    const { manifest } = await runSample(engine!, any, { type: "stall", events: 1 }, { minutes: 0.05 });
    expect(manifest).toMatchObject({ outcome: "timeout", reason: expect.stringContaining("limits.minutes") });
  });

  it("is stopped when its job is cancelled, and the work stays", async () => {
    const stop = new AbortController();
    const cancel = async (): Promise<Reply> => {
      setTimeout(() => stop.abort(), 300);
      await sleep(5_000);
      return answer;
    };
    const { manifest } = await runSample(engine!, any, [any.edit, cancel], { signal: stop.signal });
    expect(manifest).toMatchObject({ outcome: "cancelled", changes: [{ path: "src/hello.txt" }] });
  });
});
