import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { GsdError } from "../../core/gsd-error.ts";
import type { JobKind } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import { createEngine } from "../../crew/engines/create-engine.ts";
import { type InstalledEngine, installEngine } from "../../crew/engines/install-engine.ts";
import type { CliName } from "../../crew/engines/pinned-engines.ts";
import { type AgentJob, runAgentJob } from "../../crew/engines/run-agent-job.ts";
import { createGateway } from "../../crew/gateway/create-gateway.ts";
import type { GatewayOptions } from "../../crew/gateway/gateway.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { detection, sealed } from "../crew/sandbox/sandboxes.ts";
import { createModelApi, type Recorded, type Script } from "../model-api/create-model-api.ts";
import type { Sample } from "./samples.ts";

declare module "vitest" {
  interface ProvidedContext {
    engineCache: string;
    /** Whether only a registry out of reach is a reason to leave a program out. */
    enginesRequired: boolean;
  }
}

/** The real key, as far as the gateway is concerned: it must never be seen inside. */
export const key = "sk-canary-0123456789abcdef";

export type Installed = { engine: InstalledEngine; whyNot: "" } | { engine?: undefined; whyNot: string };

/** Fetches a CLI; where that cannot be, the reason why its tests are left out. */
export async function install(engine: CliName): Promise<Installed> {
  try {
    if (!detection.available) throw detection.error;
    const cacheFolder = inject("engineCache");
    return { engine: await installEngine({ engine, cacheFolder, environment: process.env }), whyNot: "" };
  } catch (error) {
    const offline = error instanceof GsdError && error.code === "engine-fetch";
    if (inject("enginesRequired") && !offline) throw error;
    const whyNot = ` (left out: ${(error as Error).message})`;
    console.warn(`${engine}${whyNot}`);
    return { whyNot };
  }
}

export interface Ran {
  manifest: Manifest;
  requests: Recorded[];
  transcript: string;
  progress: string[];
}

export interface RunOptions {
  kind?: JobKind;
  tree?: WorkTree;
  gateway?: Partial<GatewayOptions>;
  job?: Partial<AgentJob>;
  minutes?: number;
}

/** One job from prompt to manifest: the real CLI, our sandbox, our gateway, and a model that plays a script. */
export async function runSample(
  installed: InstalledEngine,
  sample: Sample,
  script: Script,
  { kind = "task", gateway: more, job, minutes = 1, ...given }: RunOptions = {},
): Promise<Ran> {
  using tree = given.tree ?? aWorkTree();
  const folder = mkdtempSync(join(tmpdir(), "gsd-gateway-"));
  const socket = join(folder, "gateway.sock");
  await using api = await createModelApi({ script, models: [sample.model] });
  const gateway = await createGateway({
    ...{ provider: sample.provider, key, socket, models: [sample.model], now: () => new Date() },
    baseUrl: sample.provider.startsWith("openai") ? `${api.url}/v1` : api.url,
    prices: { [sample.model]: { input: 1_000, output: 1_000 } },
    ...more,
  });
  const seen = { transcript: "", progress: [] as string[] };
  try {
    const manifest = await runAgentJob({
      ...{
        job: { issue: 42, kind, task: "T01", attempt: 1 },
        track: "42-hello",
        base: tree.git("rev-parse", "HEAD"),
      },
      ...{ folder: tree.folder, out: tree.out, sandbox: sealed, engine: createEngine(installed) },
      ...{ model: sample.model, gateway: { ...gateway, provider: sample.provider }, maxTurns: 10 },
      prompt: "Write hello to src/hello.txt. Your answer is one JSON object: { summary }.",
      config: {
        commands: {},
        limits: { parallel: 1, attempts: 3, minutes, file_bytes: 1_000_000, files: 50, turns: 100 },
      },
      onProgress: (line) => seen.progress.push(line),
      onTranscript: (text) => {
        seen.transcript = text;
      },
      ...job,
    });
    return { manifest, requests: [...api.requests], ...seen };
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
