import { type Infer, list, object, oneOf, optional, shared, text, unionOf } from "./schema.ts";

const name = text(300);
const names = list(name, 20);
const mergeMethod = oneOf(["merge", "squash", "rebase"]);

/** A pin of an earlier release. */
const behind = {
  path: name,
  pin: name,
  version: optional(name),
  newest: object({ repository: name, sha: name, version: optional(name) }),
};

/** What is missing in a repository for its tracks to go well, as far as gsd sees it at work; `gsd doctor` looks at more. */
export const gapSchema = shared(
  "gap",
  unionOf("type", {
    rules: { branch: name, rules: names },
    "branch-name": { branch: name },
    "merge-method": { method: mergeMethod, allowed: list(mergeMethod, 3) },
    "secret-missing": { secret: name },
    "stub-missing": {},
    "stub-permissions": { path: name, missing: names },
    "stub-events": { path: name, missing: names },
    "stub-secret": { path: name, secret: name },
    "tick-missing": {},
    "ci-unheard": { names },
    "stub-behind": behind,
    "copy-behind": behind,
    "workflow-disabled": { path: name, state: name },
  }),
);
export type Gap = Infer<typeof gapSchema>;

/** More than these are not kept. */
export const mostGaps = 20;
