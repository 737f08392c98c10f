import type { Config } from "../model/config.ts";
import { type CliName, type EngineName, tiers } from "../model/engines.ts";
import { modelFor } from "../select/choose-model.ts";
import { providerFor, secretOf } from "../select/providers.ts";

type Choices = Pick<
  Config,
  "engine" | "model" | "tiers" | "fallback" | "roles" | "review_engine" | "models" | "budget"
>;

/** The names of the secrets that a configuration's engines need, the usual one first. */
export function neededSecrets(config: Choices): string[] {
  const choices = [
    { engine: config.engine },
    config.fallback ?? {},
    config.review_engine ?? {},
    ...Object.values(config.roles),
  ];
  const names = choices.flatMap((choice) => {
    const engine = choice.engine ?? config.engine;
    if (!isCli(engine)) return [];
    const model = "model" in choice ? choice.model : undefined;
    return modelsOf(config, engine, model).map((one) => secretOf[providerFor(engine, one)]);
  });
  return [...new Set(names)];
}

function modelsOf(config: Choices, engine: CliName, model: string | undefined): string[] {
  const own = model ?? (engine === config.engine ? config.model : undefined);
  return own === undefined ? tiers.map((tier) => modelFor(config, engine, tier)) : [own];
}

function isCli(engine: EngineName): engine is CliName {
  return engine !== "script";
}
