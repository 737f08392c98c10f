import { modelPattern, type SelectionConfig } from "../model/config/selection.ts";
import { type EngineName, engineNames, isEngine, type Tier, tiers } from "../model/engines.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { suggest } from "../text/closest.ts";
import { quote } from "../text/describe-schema-error.ts";
import { defaultModels } from "./models.ts";
import type { SelectInput, Selection } from "./select.ts";

interface ModelInput extends Pick<SelectInput, "action" | "task" | "takeover" | "command" | "config"> {
  role: string;
  tier: Tier;
}

/** Who may choose engine and model, the strongest word last. */
type Level = "config" | "role" | "task" | "review" | "takeover" | "command";

type ModelChoice =
  | {
      ok: true;
      engine: EngineName;
      model: string;
      tier: Tier;
      fallback?: Selection["fallback"];
      /** Who named the model; absent when the tier did. */
      by?: Level;
      reasons: string[];
    }
  | { ok: false; code: "unknown-engine" | "unknown-model"; reason: string };

const isModel = new RegExp(modelPattern);
const words: Record<Level, string> = {
  config: "the configuration",
  role: "the configuration of its role",
  task: "the task",
  review: "`review_engine`",
  takeover: "the fallback, which took over",
  command: "the command",
};

/** The engine that the strongest word names, and its model: the named one, or the one of the tier. */
export function chooseModel({
  action,
  config,
  role,
  task,
  takeover,
  command,
  tier,
}: ModelInput): ModelChoice {
  const levels: [Level, { engine?: string; model?: string } | undefined][] = [
    ["config", config],
    ["role", Object.hasOwn(config.roles, role) ? config.roles[role] : undefined],
    ["task", task],
    ["review", action === "review" ? config.review_engine : undefined],
    ["takeover", takeover],
    ["command", command],
  ];
  let engine = config.engine;
  let named: { model: string; by: Level } | undefined;
  const reasons: string[] = [];
  for (const [by, choice] of levels) {
    if (choice?.engine !== undefined && choice.engine !== engine) {
      if (!isEngine(choice.engine)) return refuseEngine(choice.engine);
      engine = choice.engine;
      // A model that was meant for the other engine says nothing about this one.
      named = undefined;
      reasons.push(`${engine} by ${words[by]}`);
    }
    if (choice?.model !== undefined) {
      if (!isModel.test(choice.model)) return refuseModel(choice.model);
      named = { model: choice.model, by };
    }
  }
  const model = named?.model ?? modelFor(config, engine, tier);
  reasons.push(named ? `${model} by ${words[named.by]}` : `${tier} model`);
  const fallback = isLastWord({ command, takeover }) ? {} : fallbackOf(config, { engine, model, tier });
  return withoutUndefined({
    ok: true as const,
    engine,
    model,
    reasons,
    tier: tierOf(config, engine, model) ?? tier,
    by: named?.by,
    ...fallback,
  });
}

/** A person asked for this very engine or model, or the fallback is at work already: then nothing else takes over. */
function isLastWord({ command, takeover }: Pick<ModelInput, "command" | "takeover">): boolean {
  return takeover !== undefined || command?.engine !== undefined || command?.model !== undefined;
}

/** The model that an engine uses for a tier. */
export function modelFor(config: SelectionConfig, engine: EngineName, tier: Tier): string {
  const own = engine === config.engine ? config.tiers[tier] : undefined;
  return own ?? defaultModels[engine][tier];
}

function tierOf(config: SelectionConfig, engine: EngineName, model: string): Tier | undefined {
  if (engine === "script") return undefined;
  return tiers.find((tier) => modelFor(config, engine, tier) === model);
}

/** Only a configured one: nobody's work is done by a weaker model unasked. Without a model it is the next cheaper, which has a rate limit of its own. */
function fallbackOf(
  config: SelectionConfig,
  { engine, model, tier }: { engine: EngineName; model: string; tier: Tier },
): { fallback?: Selection["fallback"] } {
  if (!config.fallback) return {};
  const to = config.fallback.engine ?? engine;
  const next = tiers[tiers.indexOf(tierOf(config, engine, model) ?? tier) + 1];
  const own = config.fallback.model;
  const other = own ?? (to === engine ? next && modelFor(config, to, next) : modelFor(config, to, tier));
  if (other === undefined || (to === engine && other === model)) return {};
  return { fallback: { engine: to, model: other } };
}

function refuseEngine(engine: string): ModelChoice {
  const reason = `there is no engine ${quote(engine)}; ${suggest(engine, engineNames)}`;
  return { ok: false, code: "unknown-engine", reason };
}

function refuseModel(model: string): ModelChoice {
  const shape = "use letters, digits and ._:/@-, starting with a letter or digit";
  return { ok: false, code: "unknown-model", reason: `${quote(model)} cannot be a model's name; ${shape}` };
}
