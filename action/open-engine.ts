import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../adapters/engines/create-engine.ts";
import { createScriptEngine } from "../adapters/engines/create-script-engine.ts";
import type { Engine, EngineGateway } from "../adapters/engines/engine.ts";
import { installEngine } from "../adapters/engines/install-engine.ts";
import { createGateway } from "../adapters/gateway/create-gateway.ts";
import type { Provider } from "../adapters/gateway/gateway.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Config } from "../core/model/config.ts";
import { type EngineName, priceOf } from "../core/select/models.ts";
import type { Selection } from "../core/select/select.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";

/** An engine that is ready to be asked: installed, with a gateway between it and its provider. */
export interface OpenEngine extends AsyncDisposable {
  engine: Engine;
  model?: string;
  gateway?: EngineGateway;
}

interface Service {
  provider: Provider;
  /** The secret that holds its key. */
  secret: keyof Environment["keys"];
  baseUrl: keyof Config["base_urls"];
  address: string;
}

const services: Record<Exclude<EngineName, "script">, Service> = {
  "claude-code": {
    provider: "anthropic",
    secret: "ANTHROPIC_API_KEY",
    baseUrl: "anthropic",
    address: "https://api.anthropic.com",
  },
  codex: {
    provider: "openai",
    secret: "OPENAI_API_KEY",
    baseUrl: "openai",
    address: "https://api.openai.com/v1",
  },
  opencode: {
    provider: "openai-compatible",
    secret: "OPENAI_API_KEY",
    baseUrl: "openai",
    address: "https://api.openai.com/v1",
  },
  gemini: {
    provider: "gemini",
    secret: "GEMINI_API_KEY",
    baseUrl: "gemini",
    address: "https://generativelanguage.googleapis.com",
  },
};

/** Opens what was selected; `leftUsd` is enforced by the gateway while the agent runs. */
export async function openEngine(
  environment: Environment,
  config: Config,
  { selection, leftUsd }: { selection: Selection; leftUsd: number },
): Promise<OpenEngine> {
  const { engine: name, model } = selection;
  if (name === "script") return openScript(environment, config);
  const service = services[name];
  const key = environment.keys[service.secret];
  if (!key) {
    const where = `Settings → Secrets and variables → Actions, and pass it on in \`.github/workflows/${environment.workflow}\``;
    throw new GsdError("auth", `\`${name}\` needs the secret \`${service.secret}\`: set it in ${where}`);
  }
  const install = { engine: name, cacheFolder: environment.cache, environment: environment.npm };
  const engine = createEngine(await installEngine(install));
  const folder = await mkdtemp(join(tmpdir(), "gsd-gateway-"));
  const socket = join(folder, "gw.sock");
  const price = priceOf(model, config.models);
  const { cached, cache_write, ...rates } = price ?? { input: 0, output: 0 };
  const gateway = await createGateway({
    provider: service.provider,
    baseUrl: config.base_urls[service.baseUrl] ?? service.address,
    key,
    models: [model],
    socket,
    budget: { usd: leftUsd, warnAt: config.budget.warn_at },
    prices: {
      [model]: {
        ...rates,
        ...(cached === undefined ? {} : { cached_input: cached }),
        ...(cache_write === undefined ? {} : { cache_write }),
      },
    },
    onWarning: ({ usd, limit }) => log.warn("a good part of the budget is spent", { usd, limit }),
    now: () => new Date(),
  });
  return {
    engine,
    model,
    gateway: { provider: service.provider, socket, usage: gateway.usage, outcome: gateway.outcome },
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function openScript({ script }: Environment, config: Config): OpenEngine {
  const command = script ?? config.script;
  const missing =
    "`engine: script` needs `script:` in `.github/gsd.yml`, the command that answers a prompt (docs/script-engine.md)";
  if (!command) throw new GsdError("config", missing);
  return { engine: createScriptEngine({ command }), [Symbol.asyncDispose]: async () => {} };
}
