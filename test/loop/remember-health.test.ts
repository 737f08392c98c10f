import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createLedger } from "../../adapters/ledger/create-ledger.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { HealthBook, HealthResult } from "../../core/model/health.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { Ports } from "../../loop/ports.ts";
import { recallHealth, rememberHealth } from "../../loop/remember-health.ts";
import { aConfig, sha } from "../builders/a-track.ts";

/** A ledger over one file in memory; a write with an outdated version is refused, as on GitHub. */
function aLedger(text?: string) {
  const state = { text, version: 0, losses: 0, warnings: [] as string[] };
  const version = () => sha(`a${state.version}`);
  const github = {
    pause: async () => {},
    readFile: async () => (state.text === undefined ? undefined : { text: state.text, sha: version() }),
    writeFile: async (file: { text: string; sha?: string }) => {
      if (state.losses > 0) {
        state.losses -= 1;
        state.version += 1;
        state.text = JSON.stringify({ version: 1, known: [] });
      }
      if (file.sha !== (state.text === undefined ? undefined : version()))
        throw new GsdError("conflict", "409");
      state.text = file.text;
      state.version += 1;
      return { sha: version(), commit: version() };
    },
  } as unknown as GitHubPort;
  const ports = {
    ledger: createLedger(github),
    sha256: (words: string) => createHash("sha256").update(words).digest("hex"),
    log: { info: () => {}, warn: (words: string) => state.warnings.push(words) },
  } as unknown as Ports;
  return { ports, state, book: () => JSON.parse(state.text ?? "null") as HealthBook };
}

function aResult(start: string, ok = true): HealthResult {
  return {
    sha: sha(start),
    checks: [{ name: "test", command: "npm test", ok, seconds: 1, tail: "" }],
    notes: [],
  };
}

const config = aConfig();

describe("the health of a commit", () => {
  it("is remembered for the same commands, setup and sandbox", async () => {
    const { ports } = aLedger();
    await rememberHealth(ports, config, aResult("b1"));
    expect(await recallHealth(ports, config, sha("b1"))).toEqual(aResult("b1"));
    expect(await recallHealth(ports, config, sha("b2"))).toBeUndefined();
    for (const other of [
      aConfig({ commands: { test: false } }),
      aConfig({ setup: { hosts: ["a.example.org"] } }),
      aConfig({ setup: { command: "make", hosts: [] } }),
      aConfig({ sandbox: "off" }),
    ])
      expect(await recallHealth(ports, other, sha("b1"))).toBeUndefined();
    expect(await recallHealth(ports, aConfig({ limits: { parallel: 1 } }), sha("b1"))).toBeDefined();
  });

  it("is not remembered where it is broken", async () => {
    const { ports, state } = aLedger();
    await rememberHealth(ports, config, aResult("b1", false));
    expect(state.text).toBeUndefined();
  });

  it("is forgotten after fifty others, and kept once", async () => {
    const { ports, book } = aLedger();
    for (let index = 10; index < 65; index += 1) await rememberHealth(ports, config, aResult(`b${index}`));
    await rememberHealth(ports, config, aResult("b30"));
    expect(book().known).toHaveLength(50);
    expect(book().known.at(-1)?.result.sha).toBe(sha("b30"));
    expect(book().known.filter(({ result }) => result.sha === sha("b30"))).toHaveLength(1);
  });

  it.each(["{", "[]", '{"version":2,"known":[]}', '{"version":1,"known":[{"digest":"x"}]}'])(
    "in a file that is not valid (%s) is unknown; it is said, and written anew",
    async (text) => {
      const { ports, state, book } = aLedger(text);
      expect(await recallHealth(ports, config, sha("b1"))).toBeUndefined();
      expect(state.warnings).toEqual(["health.json of the ledger is not valid; it will be written anew"]);
      await rememberHealth(ports, config, aResult("b1"));
      expect(book().known).toHaveLength(1);
    },
  );

  it("is remembered also when another writer is first", async () => {
    const { ports, state, book } = aLedger('{"version":1,"known":[]}');
    state.losses = 2;
    await rememberHealth(ports, config, aResult("b1"));
    expect(book().known).toHaveLength(1);
    expect(state.warnings).toEqual([]);
  });
});
