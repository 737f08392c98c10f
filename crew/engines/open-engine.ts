import { join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Config } from "../../core/model/config.ts";
import type { CliName } from "../../core/model/engines.ts";
import { priceOf } from "../../core/select/models.ts";
import { providerFor, secretOf } from "../../core/select/providers.ts";
import type { Selection } from "../../core/select/select.ts";
import type { OpenRequest } from "../crew-input.ts";
import { createGateway } from "../gateway/create-gateway.ts";
import { createEngine } from "./create-engine.ts";
import { createScriptEngine } from "./create-script-engine.ts";
import type { Engine, EngineGateway } from "./engine.ts";
import { installEngine } from "./install-engine.ts";

/** An engine that is ready to be asked: installed, with a gateway of its own between it and its provider. */
export interface OpenEngine extends AsyncDisposable {
  engine: Engine;
  model?: string;
  gateway?: EngineGateway;
}

/** What engines need of this machine and of the repository's settings. */
export interface EngineMeans {
  config: Pick<Config, "base_urls" | "models" | "script">;
  /** The providers' keys, by the names of their secrets. */
  keys: Partial<Record<string, string>>;
  /** A script in place of the configured engine, whichever that is: only somebody at this machine can name one. */
  script?: string;
  /** Where engines are installed, and what their installation finds in its environment. */
  cache: string;
  host: Record<string, string | undefined>;
  /** The stub's file name, for advice. */
  workflow: string;
}

/** Where a provider is, unless `base_urls` says otherwise; as its own SDK takes it. */
const addresses: Record<keyof Config["base_urls"], string> = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
  gemini: "https://generativelanguage.googleapis.com",
};

/** Opens what was selected; the job's account is held to by the gateway while the agent runs. */
export async function openEngine(means: EngineMeans, request: OpenRequest): Promise<OpenEngine> {
  const { selection } = request;
  if (selection.engine === "script" || means.script !== undefined) {
    const engine = createScriptEngine({ command: scriptOf(means) });
    return { engine, [Symbol.asyncDispose]: async () => {} };
  }
  return await openCli(means, request, selection.engine);
}

/** Throws what is missing for a selection, so that it is known before anything is paid. */
export function checkMeans(means: EngineMeans, { engine, model }: Selection): void {
  if (engine === "script" || means.script !== undefined) scriptOf(means);
  else keyOf(means, engine, model);
}

async function openCli(means: EngineMeans, request: OpenRequest, name: CliName): Promise<OpenEngine> {
  const { model } = request.selection;
  const { config, cache: cacheFolder, host: environment } = means;
  const key = keyOf(means, name, model);
  const provider = providerFor(name, model);
  const engine = createEngine(await installEngine({ engine: name, cacheFolder, environment }));
  const folder = await createScratch("gateway");
  try {
    const gateway = await createGateway({
      provider,
      baseUrl: config.base_urls[provider] ?? addresses[provider],
      key,
      models: [model],
      // Inside a sandbox there is no port of the host; outside, nothing gives a socket an address.
      ...(request.sandbox.kind === "bubblewrap" ? { socket: join(folder.path, "gw.sock") } : { port: 0 }),
      account: request.account,
      prices: { [model]: priceOf(model, config.models) ?? { input: 0, output: 0 } },
      logFile: request.usageFile,
      now: () => new Date(),
    });
    return {
      engine,
      model,
      gateway: { ...gateway, provider },
      async [Symbol.asyncDispose]() {
        await gateway.stop();
        await folder[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

function keyOf({ keys, workflow }: EngineMeans, engine: CliName, model: string): string {
  const secret = secretOf[providerFor(engine, model)];
  const key = keys[secret];
  if (key) return key;
  const where = `Settings → Secrets and variables → Actions, and pass it on in \`.github/workflows/${workflow}\``;
  throw new GsdError("auth", `\`${engine}\` needs the secret \`${secret}\`: set it in ${where}.`);
}

function scriptOf({ script, config }: EngineMeans): string {
  const command = script ?? config.script;
  if (command) return command;
  throw new GsdError(
    "config",
    "`engine: script` needs `script:` in `.github/gsd.yml`, the command that answers a prompt (docs/script-engine.md).",
  );
}
