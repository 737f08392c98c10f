import { GsdError } from "../../core/gsd-error.ts";
import type { InstallChoice } from "../../core/install/plan-install.ts";
import type { Config } from "../../core/model/config.ts";
import { type EngineName, engineNames, isEngine } from "../../core/model/engines.ts";
import type { Questions } from "./ask.ts";

/** What flags say of the choice. */
export interface ChoiceFlags {
  app?: boolean;
  engine?: EngineName;
  script?: string;
}

/** The value of `--engine`. */
export function parseEngine(text: string): EngineName {
  if (isEngine(text)) return text;
  throw new GsdError("usage", `--engine takes ${engineNames.join(", ")}, not "${text}".`);
}

/** The choice by flags, then by answers where a person can be asked, then by what suggests itself. */
export async function choose(
  flags: ChoiceFlags,
  { kept, suggestion }: { kept: Config | undefined; suggestion: EngineName },
  questions: Questions | undefined,
): Promise<InstallChoice> {
  const mode = flags.app ? "app" : ((await questions?.mode()) ?? "action");
  // The configuration that stays has said it.
  if (kept) return { mode, engine: kept.engine };
  const named = flags.engine ?? (flags.script === undefined ? undefined : "script");
  const engine = named ?? (await questions?.engine(suggestion)) ?? suggestion;
  if (engine !== "script") return { mode, engine };
  const script = flags.script ?? (await questions?.script());
  if (script) return { mode, engine, script };
  throw new GsdError("usage", "The engine script needs a command that answers prompts: --script <command>");
}
