import { GsdError } from "../../core/gsd-error.ts";
import type { ToolName } from "../../core/model/config/permissions.ts";
import type { EngineName } from "../../core/model/engines.ts";
import type { PermissionTerms } from "../../core/permissions/judge-request.ts";
import { withheldTools } from "../../core/permissions/withhold.ts";

/** The tools that each engine can be kept from, by its own settings. */
const heldTools: Readonly<Record<EngineName, readonly ToolName[]>> = {
  "claude-code": ["shell", "read", "search", "edit", "plan"],
  codex: ["shell"],
  gemini: ["shell", "read", "search", "edit", "plan"],
  opencode: ["shell", "read", "search", "edit", "plan"],
  script: [],
};

/** Throws where rules keep a tool from agents and the engine could not be held to that: it is known before anything is paid. */
export function checkTools(terms: PermissionTerms, engine: EngineName): void {
  const [free] = withheldTools(terms).filter((tool) => !heldTools[engine].includes(tool));
  if (free === undefined) return;
  throw new GsdError(
    "config",
    `\`permissions\` keeps the tool \`${free}\` from agents, and \`${engine}\` cannot be held to that. Take the rule out, or write one about files or commands, which hold for every engine (docs/agent-permissions.md).`,
  );
}
