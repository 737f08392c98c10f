import { offTools, type PermissionRule, toolNames } from "../model/config/permissions.ts";

/** What counts where no rule of the repository says anything: what the sandbox and the gate hold anyway is allowed. */
export const shippedRules: readonly PermissionRule[] = [
  { scope: "file", action: "*", pattern: "*", decision: "allow" },
  { scope: "command", action: "*", pattern: "*", decision: "allow" },
  ...toolNames.map((pattern) => ({ scope: "tool", action: "use", pattern, decision: "allow" }) as const),
  ...offTools.map((pattern) => ({ scope: "tool", action: "use", pattern, decision: "deny" }) as const),
];
