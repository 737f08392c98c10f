import { join } from "node:path";
import { createScratch } from "../adapters/create-scratch.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Config } from "../core/model/config.ts";
import { priceOf } from "../core/select/models.ts";
import type { Selection } from "../core/select/select.ts";
import { createEngine } from "../crew/engines/create-engine.ts";
import { createScriptEngine } from "../crew/engines/create-script-engine.ts";
import type { Engine, EngineGateway } from "../crew/engines/engine.ts";
import { installEngine } from "../crew/engines/install-engine.ts";
import { providerFor, secretOf } from "../crew/engines/providers.ts";
import { createGateway } from "../crew/gateway/create-gateway.ts";
import type { Sandbox } from "../crew/sandbox/sandbox.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";

/** An engine that is ready to be asked: installed, with a gateway between it and its provider. */
export interface OpenEngine extends AsyncDisposable {
  engine: Engine;
  model?: string;
  gateway?: EngineGateway;
}

/** Where a provider is, unless `base_urls` says otherwise; as its own SDK takes it. */
const addresses: Record<keyof Config["base_urls"], string> = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
  gemini: "https://generativelanguage.googleapis.com",
};

/** Opens what was selected; `leftUsd` is enforced by the gateway while the agent runs. */
export async function openEngine(
  environment: Environment,
  config: Config,
  { selection, leftUsd, sandbox }: { selection: Selection; leftUsd: number; sandbox: Pick<Sandbox, "kind"> },
): Promise<OpenEngine> {
  const { engine: name, model } = selection;
  if (name === "script") return openScript(environment, config);
  const provider = providerFor(name, model);
  const secret = secretOf[provider];
  const key = environment.keys[secret];
  if (!key) {
    const where = `Settings → Secrets and variables → Actions, and pass it on in \`.github/workflows/${environment.workflow}\``;
    throw new GsdError("auth", `\`${name}\` needs the secret \`${secret}\`: set it in ${where}`);
  }
  const install = { engine: name, cacheFolder: environment.cache, environment: environment.host };
  const engine = createEngine(await installEngine(install));
  const folder = await createScratch("gateway");
  const gateway = await createGateway({
    provider,
    baseUrl: config.base_urls[provider] ?? addresses[provider],
    key,
    models: [model],
    // Inside a sandbox there is no port of the host; outside, nothing gives a socket an address.
    ...(sandbox.kind === "bubblewrap" ? { socket: join(folder.path, "gw.sock") } : { port: 0 }),
    budget: { usd: leftUsd, warnAt: config.budget.warn_at },
    prices: { [model]: priceOf(model, config.models) ?? { input: 0, output: 0 } },
    onWarning: ({ usd, limit }) => log.warn("a good part of the budget is spent", { usd, limit }),
    logFile: usageFile(environment),
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
}

/** One line for each request to a model; no prompt and no key. */
export function usageFile({ logs }: Pick<Environment, "logs">): string {
  return join(logs, "usage.jsonl");
}

function openScript({ script }: Environment, config: Config): OpenEngine {
  const command = script ?? config.script;
  const missing =
    "`engine: script` needs `script:` in `.github/gsd.yml`, the command that answers a prompt (docs/script-engine.md)";
  if (!command) throw new GsdError("config", missing);
  return { engine: createScriptEngine({ command }), [Symbol.asyncDispose]: async () => {} };
}
