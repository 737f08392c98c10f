import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createParse } from "../../../adapters/parse/create-parse.ts";
import { findExcess } from "../../../core/parse/find-excess.ts";

const run = promisify(execFile);
const limits = { milliseconds: 200, megabytes: 128 };
/** Seconds, where one that is not stopped takes minutes. */
const patience = 20_000;

describe("a parser beside the process", () => {
  it("gives what the parser gives", async () => {
    const parse = createParse(limits);
    expect(await parse("commands", "/retry T01")).toMatchObject({
      ok: true,
      value: { commands: [{ type: "retry", task: "T01" }] },
    });
    expect(await parse("config", "version: 9")).toMatchObject({ ok: true, value: { ok: false } });
  });

  it("serves several askers in turn", async () => {
    const parse = createParse(limits);
    const asked = ["/pause", "/resume", "/cancel"].map((body) => parse("commands", body));
    const types = (await Promise.all(asked)).map((one) => one.ok && one.value.commands[0]?.type);
    expect(types).toEqual(["pause", "resume", "cancel"]);
  });

  it("stops what takes too long, says so, and goes on with the next", async () => {
    const parse = createParse({ milliseconds: 100, megabytes: 128 });
    const slow = parse("document", "spec", "=\n".repeat(30_000));
    const next = parse("commands", "/pause");
    expect(await slow).toEqual({
      ok: false,
      message: "takes more than 0.1 s to read; shorten it, and break up long lines, lists and nesting",
    });
    expect(await next).toMatchObject({ ok: true, value: { commands: [{ type: "pause" }] } });
  });

  it("stops what takes too much memory, says so, and goes on with the next", async () => {
    const parse = createParse({ milliseconds: 60_000, megabytes: 16 });
    const large = await parse("backlog-value", `a: [${"b,".repeat(450_000)}]`);
    expect(large).toMatchObject({
      ok: false,
      message: expect.stringContaining("takes too much memory to read"),
    });
    expect(await parse("commands", "/pause")).toMatchObject({ ok: true });
  });

  it("looks at size and lines before it starts anything", async () => {
    expect(findExcess(["a".repeat(8_000_001)])).toBe("is longer than 8000000 characters; shorten it");
    expect(findExcess([{ text: "\n".repeat(200_001) }])).toBe("has more than 200000 lines; shorten it");
    expect(findExcess([new Array(500_000).fill(1)])).toBe("has more than 400000 entries; split it");
    expect(findExcess(["a\nb", { c: ["d"] }])).toBeUndefined();
  });

  it("leaves the process free while it works", async () => {
    const parse = createParse({ milliseconds: 400, megabytes: 128 });
    await parse("commands", "/pause");
    let beats = 0;
    const beat = setInterval(() => void beats++, 10);
    await parse("document", "spec", "a\n=\n".repeat(15_000));
    clearInterval(beat);
    expect(beats).toBeGreaterThan(5);
  });

  it("does not blame a text for a process that was busy itself", async () => {
    const parse = createParse({ milliseconds: 100, megabytes: 128 });
    await parse("commands", "/pause");
    const asked = parse("commands", "/resume");
    await sleep(1);
    for (const end = performance.now() + 500; performance.now() < end; );
    expect(await asked).toMatchObject({ ok: true });
  });

  it("lets a process end that has nothing else to do", async () => {
    const script = `const { parse } = await import("./adapters/parse/create-parse.ts");
      console.log((await parse("commands", "/pause")).ok);`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      timeout: patience,
    });
    expect(stdout).toBe("true\n");
  });

  it.each(["action", "app"])("works from the bundle of the %s", async (name) => {
    const script = `const { Worker } = await import("node:worker_threads");
      const worker = new Worker("./dist/${name}/parse-worker.mjs", { execArgv: [] });
      worker.on("message", (said) => said.type === "began" || (console.log(JSON.stringify(said)), worker.terminate()));
      worker.postMessage({ name: "commands", input: ["/pause"] });`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      timeout: patience,
    });
    expect(JSON.parse(stdout)).toMatchObject({ type: "done", value: { commands: [{ type: "pause" }] } });
  });
});
