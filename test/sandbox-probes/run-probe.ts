import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { createSandbox } from "../../crew/sandbox/create-sandbox.ts";
import { runWithHosts } from "../../crew/sandbox/run-with-hosts.ts";
import type { RunResult, Sandbox, SandboxCommand } from "../../crew/sandbox/sandbox.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import { detection, openly, shell } from "../crew/sandbox/sandboxes.ts";
import type { Place, Probe } from "./probe.ts";
import { addresses } from "./proxy.ts";
import type { World } from "./world.ts";

/** `broken`: the attempt was never made, so nothing is known. */
export type Verdict = "held" | "through" | "broken";

export interface ProbeResult {
  name: string;
  verdict: Verdict;
  seconds: number;
  output: string;
}

/** Makes one attempt, in the sandbox or (to see the check fail) without one, and looks from outside at what became of it. */
export async function runProbe(probe: Probe, world: World, mode: "bubblewrap" | "off"): Promise<ProbeResult> {
  const started = performance.now();
  using tree = aWorkTree();
  chmodSync(tree.root, 0o755);
  const outside = join(tree.root, "outside");
  mkdirSync(outside);
  chmodSync(outside, 0o777);
  const place: Place = { tree, outside, world, nonce: `probe${randomBytes(6).toString("hex")}`, dialled: [] };
  probe.prepare?.(place);
  try {
    const [result] = await Promise.all([attempt(probe, place, mode), probe.during?.(place)]);
    const verdict = await judge(probe, place, result);
    const output = `${result.stdout}${result.stderr}`.slice(-2_000);
    return { name: probe.name, verdict, output, seconds: (performance.now() - started) / 1000 };
  } finally {
    probe.tidy?.(place);
  }
}

async function attempt(probe: Probe, place: Place, mode: "bubblewrap" | "off"): Promise<RunResult> {
  const text = probe.attack(place);
  if (probe.start && mode !== "off") return probe.start(place, text);
  const sandbox = mode === "off" ? openly : await sandboxFor(probe);
  const command: SandboxCommand = {
    ...shell(place.tree.folder, text),
    timeoutMs: 10_000,
    ...probe.command?.(place),
  };
  // Nothing but the sandbox keeps it.
  if (mode === "off") delete command.withheld;
  try {
    return probe.hosts ? await proxied(sandbox, command, { probe, place }) : await sandbox.run(command);
  } catch (error) {
    // Refused before it began, in so many words.
    if (!(error instanceof GsdError)) throw error;
    return { ...nothing, stdout: `tried\n${error.message}` };
  }
}

function sandboxFor(probe: Probe): Promise<Sandbox> {
  const limits = probe.limits?.() ?? {};
  if (!detection.available || !probe.tools) return createSandbox({ mode: "bubblewrap", detection, limits });
  const less = { available: true as const, tools: probe.tools(detection.tools) };
  return createSandbox({ mode: "bubblewrap", detection: less, limits });
}

const nothing: RunResult = {
  ...{ code: null, signal: null, stdout: "", stderr: "", seconds: 0 },
  ...{ timedOut: false, aborted: false, outputCut: false },
};

/** With a proxy whose every connection ends at a server of ours. */
async function proxied(
  sandbox: Sandbox,
  command: SandboxCommand,
  { probe, place }: { probe: Probe; place: Place },
) {
  const sink = createServer((client) => client.on("error", () => {}).end("hello"));
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  try {
    return await runWithHosts(sandbox, command, {
      hosts: probe.hosts ?? [],
      resolve: async (name) => addresses[name] ?? ["93.184.216.34"],
      open: (address, port) => {
        place.dialled.push(`${address}:${port}`);
        return connect((sink.address() as AddressInfo).port, "127.0.0.1");
      },
    });
  } finally {
    sink.close();
  }
}

async function judge(probe: Probe, place: Place, result: RunResult): Promise<Verdict> {
  if (`${result.stdout}${result.stderr}`.includes(place.world.secret)) return "through";
  if (!result.stdout.includes("tried")) return "broken";
  return (await probe.isThrough?.(place, result)) ? "through" : "held";
}
