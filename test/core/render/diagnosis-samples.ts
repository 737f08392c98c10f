import type { Diagnosis, DiagnosisType } from "../../../core/install/diagnosis.ts";

const release = { repository: "gsd/gsd", sha: "c".repeat(40), version: "1.2.3" };

/** One of each, with these words wherever a person, a repository or a machine may put its own. */
export function diagnosisSamples(words: string): { [T in DiagnosisType]: Extract<Diagnosis, { type: T }> } {
  const path = words;
  return {
    archived: { type: "archived" },
    "issues-off": { type: "issues-off" },
    access: { type: "access", access: "read" },
    "actions-off": { type: "actions-off" },
    "actions-limited": { type: "actions-limited", allowed: "selected", missing: [words] },
    "pulls-forbidden": { type: "pulls-forbidden" },
    rules: { type: "rules", branch: words, rules: [words, words] },
    "branch-name": { type: "branch-name", branch: words },
    "merge-method": { type: "merge-method", method: "squash", allowed: ["merge"] },
    "label-missing": { type: "label-missing", label: words, purpose: "plan" },
    "config-missing": { type: "config-missing" },
    "config-broken": { type: "config-broken", problems: [{ path: words, message: words, line: 2 }] },
    "shared-private": { type: "shared-private", name: words },
    "script-missing": { type: "script-missing" },
    "secret-missing": { type: "secret-missing", secret: words },
    "stub-missing": { type: "stub-missing", hasLocal: false },
    "stub-unpinned": { type: "stub-unpinned", path, ref: words },
    "stub-permissions": { type: "stub-permissions", path, missing: [words] },
    "stub-secret": { type: "stub-secret", path, secret: words },
    "stub-events": { type: "stub-events", path, missing: [words] },
    "stub-behind": { type: "stub-behind", path, pin: "d".repeat(40), newest: release },
    "copy-missing": { type: "copy-missing", path, missing: [words] },
    "copy-behind": { type: "copy-behind", path, pin: "d".repeat(40), newest: release },
    "runner-foreign": { type: "runner-foreign", path, labels: [words], owner: words },
    "tick-missing": { type: "tick-missing" },
    "workflow-disabled": { type: "workflow-disabled", path, state: words },
    "ci-unheard": { type: "ci-unheard", names: [words] },
    "ci-limited": { type: "ci-limited", workflow: words, branches: [words] },
    "ci-waits": { type: "ci-waits", workflows: [words] },
    "ci-services": { type: "ci-services", workflows: [words], services: [words] },
    "ci-trusted": { type: "ci-trusted", workflows: [words] },
    "stub-trust": { type: "stub-trust", path, missing: [words] },
    "stub-identity": { type: "stub-identity", path },
    sandbox: { type: "sandbox", why: words, isRunner: true },
  };
}
