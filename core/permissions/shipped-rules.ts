import { offTools, type PermissionRule, toolNames } from "../model/config/permissions.ts";

/** What counts where no rule of the repository says anything: what the sandbox and the gate hold anyway is allowed. */
export const shippedRules: readonly PermissionRule[] = [
  { scope: "file", action: "*", pattern: "*", then: "allow" },
  { scope: "command", action: "*", pattern: "*", then: "allow" },
  ...toolNames.map((pattern) => ({ scope: "tool", action: "use", pattern, then: "allow" }) as const),
  ...offTools.map((pattern) => ({ scope: "tool", action: "use", pattern, then: "deny" }) as const),
];
