import type { Config } from "../model/config.ts";
import { kindNeeds } from "./kind-needs.ts";
import type { Recipe } from "./recipe.ts";

/** How long a step may take, and where that is set. */
export interface TimeLimit {
  minutes: number;
  setting: string;
}

/** What holds for an agent's step: what the recipe says, else the configuration; whoever plans explores, and gets less time for it. */
export function agentTimeLimit(
  { kind }: Pick<Recipe, "kind">,
  { id, timeout }: { id: string; timeout?: number },
  limits: Config["limits"],
): TimeLimit {
  if (timeout !== undefined) return { minutes: timeout, setting: `timeout of ${id} in its recipe` };
  const { minutes: setting = "minutes" } = kindNeeds[kind];
  return { minutes: limits[setting], setting: `limits.${setting}` };
}
