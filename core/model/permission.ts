import { permissionActions, permissionEffects, permissionScopes } from "./config/permissions.ts";
import { instant, taskId } from "./ids.ts";
import { flag, type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

const target = text(500, { minLength: 1 });

/** Something that an agent wants to do: with this tool, this file, this program. */
export const permissionRequestSchema = object(
  { scope: oneOf(permissionScopes), action: oneOf(permissionActions), target },
  { closed: true },
);
export type PermissionRequest = Infer<typeof permissionRequestSchema>;

/** The same as an agent asks for it, with its reason. */
export const permissionWishSchema = object(
  {
    scope: oneOf(permissionScopes),
    action: oneOf(permissionActions),
    target,
    why: text(500, { minLength: 1 }),
  },
  { closed: true },
);
export type PermissionWish = Infer<typeof permissionWishSchema>;

const ruleSchema = object({
  scope: oneOf(permissionScopes),
  action: oneOf([...permissionActions, "*"] as const),
  pattern: text(200),
  decision: oneOf(permissionEffects),
});

/** The most that can be asked for at once, and how often one task may ask. */
export const mostWants = 20;
export const mostPermits = 5;

/** Something that takes a person's leave, and the rule that says so; no rule says anything about it where that is absent. */
export const wantSchema = object({
  scope: oneOf(permissionScopes),
  action: oneOf(permissionActions),
  target,
  why: optional(text(500)),
  rule: optional(ruleSchema),
});
export type Want = Infer<typeof wantSchema>;

/** What the agents of a task wanted at one time, and what a person said. `number` counts those of the task. */
export const permitSchema = object({
  task: taskId,
  number: integer(1),
  at: instant,
  /** The step and the role that wanted it. */
  by: text(150),
  wants: list(wantSchema, mostWants),
  decision: optional(object({ allowed: flag(), by: text(100), at: instant, text: optional(text(2_000)) })),
  /** Nobody waits for a decision any more. */
  gone: optional(flag()),
});
export type Permit = Infer<typeof permitSchema>;

/** The most asks that a track remembers; whoever would ask more is denied. */
export const mostTrackPermits = 200;

/** Whether a person still has to decide. */
export function isPending({ decision, gone }: Permit): boolean {
  return decision === undefined && !gone;
}

/** Whether two are about the very same thing. */
export function isSameRequest(a: PermissionRequest, b: PermissionRequest): boolean {
  return a.scope === b.scope && a.action === b.action && a.target === b.target;
}
