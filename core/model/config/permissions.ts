import type { Locate, Problem } from "../validate.ts";

/** What a rule can be about: an agent's tools, files of the work tree, programs of the machine. */
export const permissionScopes = ["tool", "file", "command"] as const;
export type PermissionScope = (typeof permissionScopes)[number];

/** What can be done with each. */
export const actionsOf = {
  tool: ["use"],
  file: ["read", "write", "delete"],
  command: ["run"],
} as const satisfies Record<PermissionScope, readonly string[]>;
export const permissionActions = ["use", "read", "write", "delete", "run"] as const;
export type PermissionAction = (typeof permissionActions)[number];

export const permissionEffects = ["allow", "ask", "deny"] as const;
export type PermissionEffect = (typeof permissionEffects)[number];

/** The tools of agents, by names that are the same for every engine. */
export const toolNames = ["shell", "read", "search", "edit", "plan"] as const;
export type ToolName = (typeof toolNames)[number];

/** Tools that no agent of gsd has, since the sandbox has no way out for them. */
export const offTools = ["web", "agents", "mcp"] as const;

/** Programs that gsd itself starts in the sandbox, or that everything else is started with. */
export const neededPrograms = ["sh", "node", "env", "cat", "mkdir", "prlimit", "socat"] as const;

/** A rule of the repository: whether agents may do something. */
export interface PermissionRule {
  scope: PermissionScope;
  action: PermissionAction | "*";
  pattern: string;
  decision: PermissionEffect;
}

export const permissionsProperty = {
  type: "array",
  maxItems: 100,
  default: [],
  description:
    "What agents may use, besides what gsd allows by itself; the most specific rule decides. See docs/agent-permissions.md.",
  items: {
    type: "object",
    additionalProperties: false,
    required: ["scope", "decision"],
    properties: {
      scope: { enum: permissionScopes, description: "What it is about." },
      action: {
        enum: ["*", ...permissionActions],
        default: "*",
        description:
          "`use` of a tool; `read`, `write` or `delete` of a file; `run` of a command; `*` for all.",
      },
      pattern: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        default: "*",
        description:
          "A tool (`shell`, `read`, `search`, `edit`, `plan`), a path or glob, or the name of a program; `*` for all.",
      },
      decision: { enum: permissionEffects, description: "`allow`, `ask` (a person decides) or `deny`." },
    },
  },
} as const;

/** Rules that mean nothing, or that nobody could hold. */
export function checkPermissions(rules: readonly PermissionRule[], locate: Locate): Problem[] {
  return rules.flatMap((rule, at) => {
    const wrong = wrongIn(rule);
    if (!wrong) return [];
    const place = { path: `permissions[${at}].${wrong.field}`, message: wrong.message };
    return [{ ...place, ...locate(["permissions", at, wrong.field]) }];
  });
}

interface Wrong {
  field: "action" | "pattern";
  message: string;
}

function wrongIn(rule: PermissionRule): Wrong | undefined {
  const known: readonly string[] = actionsOf[rule.scope];
  if (rule.action !== "*" && !known.includes(rule.action)) {
    const message = `is ${JSON.stringify(rule.action)}, which is not an action of a ${rule.scope}; write ${orList(known)} or "*"`;
    return { field: "action", message };
  }
  const message = wrongPattern[rule.scope](rule);
  return message === undefined ? undefined : { field: "pattern", message };
}

const wrongPattern: Record<PermissionScope, (rule: PermissionRule) => string | undefined> = {
  tool({ pattern, decision }) {
    if (pattern.includes("*")) return undefined;
    if (isOneOf(toolNames, pattern)) return undefined;
    if (!isOneOf(offTools, pattern))
      return `is ${JSON.stringify(pattern)}, which is not a tool; write ${orList(toolNames)}`;
    if (decision === "deny") return undefined;
    return `is ${JSON.stringify(pattern)}, which no agent of gsd has: the sandbox has no network and no servers; take the rule out`;
  },
  file({ pattern }) {
    const isOutside = /^[/~]|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(pattern);
    if (!isOutside && !pattern.startsWith("!")) return undefined;
    return `is ${JSON.stringify(pattern)}; write a path or glob from the top of the repository, such as "infra/**"`;
  },
  command({ pattern, decision }) {
    if (!/^[A-Za-z0-9._+*-]+$/.test(pattern))
      return `is ${JSON.stringify(pattern)}; write the name of a program such as "terraform", without a folder or arguments: gsd cannot check what a program is called with`;
    if (decision === "allow" || !isOneOf(neededPrograms, pattern)) return undefined;
    return `is ${JSON.stringify(pattern)}, which gsd itself needs in the sandbox; take the rule out`;
  },
};

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function orList(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(", ");
}
