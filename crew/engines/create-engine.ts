import type { CliName } from "../../core/model/engines.ts";
import { claudeCode } from "./claude-code.ts";
import type { Cli } from "./cli.ts";
import { codex } from "./codex.ts";
import { createCliEngine } from "./create-cli-engine.ts";
import type { Engine } from "./engine.ts";
import { gemini } from "./gemini.ts";
import type { InstalledEngine } from "./install-engine.ts";
import { opencode } from "./opencode.ts";

const clis: Readonly<Record<CliName, Cli>> = { "claude-code": claudeCode, codex, gemini, opencode };

/** The engine for a CLI that is installed. */
export function createEngine(installed: InstalledEngine): Engine {
  return createCliEngine(clis[installed.engine], installed);
}
