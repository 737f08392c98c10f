import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { GsdError } from "../../core/gsd-error.ts";
import type { AnswerType } from "../../core/model/answers.ts";
import type { PermissionRule } from "../../core/model/config/permissions.ts";
import type { CliName } from "../../core/model/engines.ts";
import type { Outcome, Usage } from "../../core/model/job.ts";
import type { Change, Manifest } from "../../core/model/manifest.ts";
import { createEngine } from "../../crew/engines/create-engine.ts";
import { type InstalledEngine, installEngine } from "../../crew/engines/install-engine.ts";
import { createGateway } from "../../crew/gateway/create-gateway.ts";
import type { GatewayOptions } from "../../crew/gateway/gateway.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { aCrew, aSelection, config, recipeOf } from "../crew/a-crew.ts";
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

/** What one agent did: its entry of the journal, with what the job has of it. */
export interface Sampled {
  outcome: Outcome;
  reason?: string;
  sandbox: Manifest["sandbox"];
  changes: Change[];
  engine: string;
  model?: string;
  usage: Usage;
  usd: number;
  turns?: number;
  session?: string;
  until?: string;
  answer?: unknown;
}

export interface Ran {
  manifest: Sampled;
  requests: Recorded[];
  transcript: string;
  progress: string[];
}

export interface RunOptions {
  answer?: AnswerType;
  tree?: WorkTree;
  gateway?: Partial<GatewayOptions>;
  /** What agents may use. */
  permissions?: readonly PermissionRule[];
  /** The commit that instructs it. */
  instructedBy?: string;
  signal?: AbortSignal;
  turns?: number;
  minutes?: number;
}

/** One agent from prompt to manifest: the real CLI, our sandbox, our gateway, and a model that plays a script. */
export async function runSample(
  installed: InstalledEngine,
  sample: Sample,
  script: Script,
  options: RunOptions = {},
): Promise<Ran> {
  const { answer = "change", turns = 10, minutes = 1 } = options;
  using tree = options.tree ?? aWorkTree();
  const folder = mkdtempSync(join(tmpdir(), "gsd-gateway-"));
  await using api = await createModelApi({ script, models: [sample.model] });
  const progress: string[] = [];
  const head = tree.git("rev-parse", "HEAD");
  const recipe = recipeOf(
    `name: one\nkind: task\ndescription: x\nsteps:\n  - id: only\n    agent: { role: auto, prompt: task, answer: ${answer} }\n`,
  );
  const crew = aCrew(
    { ...tree, base: head },
    recipe,
    {},
    {
      sandbox: sealed,
      instructedBy: options.instructedBy ?? head,
      permissions: { rules: options.permissions ?? [], decided: [], mayAsk: true },
      config: { ...config, limits: { ...config.limits, minutes, turns } },
      ask: async () => ({
        prompt: "Write hello to src/hello.txt. Your answer is one JSON object: { summary }.",
        selection: aSelection("developer", { engine: sample.engine, model: sample.model }),
        notes: [],
      }),
      open: async ({ account }) => {
        const gateway = await createGateway({
          provider: sample.provider,
          key,
          socket: join(folder, "gateway.sock"),
          models: [sample.model],
          now: () => new Date(),
          baseUrl: sample.provider.startsWith("openai") ? `${api.url}/v1` : api.url,
          prices: { [sample.model]: { input: 1_000, output: 1_000 } },
          account,
          ...options.gateway,
        });
        return {
          engine: createEngine(installed),
          model: sample.model,
          gateway: { ...gateway, provider: sample.provider },
          [Symbol.asyncDispose]: gateway.stop,
        };
      },
      show: (line) => progress.push(line),
      ...(options.signal ? { signal: options.signal } : {}),
    },
  );
  try {
    const manifest = await runCrew(crew);
    const transcript = join(crew.logs, "only.1.txt");
    return {
      manifest: sampledOf(manifest),
      requests: [...api.requests],
      transcript: existsSync(transcript) ? readFileSync(transcript, "utf8") : "",
      progress,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sampledOf(manifest: Manifest): Sampled {
  const step = manifest.steps[0];
  if (step?.type !== "agent") throw new Error(`no agent was asked: ${manifest.reason}`);
  const { answer, ...rest } = step;
  const { sandbox, changes } = manifest;
  return { ...rest, sandbox, changes, ...(answer && "value" in answer ? { answer: answer.value } : {}) };
}
