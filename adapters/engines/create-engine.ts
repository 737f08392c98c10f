import type { EngineName } from "../../core/select/models.ts";
import { claudeCode } from "./claude-code.ts";
import type { Cli } from "./cli.ts";
import { codex } from "./codex.ts";
import { createCliEngine } from "./create-cli-engine.ts";
import type { Engine } from "./engine.ts";
import { gemini } from "./gemini.ts";
import { type InstallRequest, installEngine } from "./install-engine.ts";
import { opencode } from "./opencode.ts";

type CliName = Exclude<EngineName, "script">;

const clis: Readonly<Record<CliName, Cli>> = { "claude-code": claudeCode, codex, gemini, opencode };

/** An agent CLI by name, installed in its pinned version unless it is there. */
export async function createEngine(name: CliName, install: Omit<InstallRequest, "engine">): Promise<Engine> {
  return createCliEngine(clis[name], await installEngine({ engine: name, ...install }));
}
