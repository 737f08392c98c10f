import { timestamp } from "../clock.ts";
import { roleOf } from "../permissions.ts";
import { found, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { rulesOf } from "../rulesets.ts";
import { fullRepository } from "../shapes/repository.ts";
import type { MergeMethod } from "../state/repository.ts";
import { findWorkflow } from "../workflow-file.ts";

const repo = "/repos/{owner}/{repo}";
const actions = `${repo}/actions`;

/** What an owner sets up on the pages under Settings. */
export const settingsRoutes: Routes = {
  [`PATCH ${repo}`]: updateRepo,
  [`GET ${repo}/rules/branches/{branch}`]: branchRules,
  [`GET ${actions}/secrets`]: (call) => listSecrets(call, Object.keys(call.repo.secrets)),
  [`GET ${actions}/organization-secrets`]: (call) =>
    listSecrets(call, call.repo.settings.organizationSecrets),
  [`GET ${actions}/permissions`]: actionsPermissions,
  [`PUT ${actions}/permissions`]: setActionsPermissions,
  [`GET ${actions}/permissions/selected-actions`]: selectedActions,
  [`PUT ${actions}/workflows/{workflow_id}/enable`]: enableWorkflow,
};

const METHODS: [string, MergeMethod][] = [
  ["allow_merge_commit", "merge"],
  ["allow_squash_merge", "squash"],
  ["allow_rebase_merge", "rebase"],
];

function updateRepo(call: Call) {
  const { world, repo, actor, body } = call;
  const { settings } = repo;
  const kept = METHODS.filter(
    ([field, method]) => body[field] ?? settings.allowedMergeMethods.includes(method),
  );
  if (kept.length === 0) throw new Refusal(422, "Sorry, you need to allow at least one merge strategy.");
  settings.allowedMergeMethods = kept.map(([, method]) => method);
  if (typeof body["archived"] === "boolean") settings.archived = body["archived"];
  if (typeof body["has_issues"] === "boolean") settings.hasIssues = body["has_issues"];
  return ok(fullRepository(world, repo, actor.kind === "user" ? roleOf(repo, actor.user.login) : undefined));
}

/** The branch does not have to exist. */
function branchRules({ repo, params }: Call) {
  return pages(
    rulesOf(repo, params["branch"] ?? "").map(({ type, ruleset }) => ({
      type,
      ruleset_source_type: "Repository",
      ruleset_source: repo.fullName,
      ruleset_id: repo.settings.rulesets.indexOf(ruleset) + 1,
    })),
  );
}

function listSecrets({ world }: Call, names: string[]) {
  const at = timestamp(world);
  return pages(
    names.map((name) => ({ name, created_at: at, updated_at: at })),
    (secrets, total_count) => ({ total_count, secrets }),
  );
}

function actionsPermissions({ world, repo }: Call) {
  const { enabled, allowed } = repo.settings.actions;
  if (!enabled) return ok({ enabled });
  const selected_actions_url = `${world.urls.api}/repos/${repo.fullName}/actions/permissions/selected-actions`;
  const rest = allowed === "selected" ? { selected_actions_url } : {};
  return ok({ enabled, allowed_actions: allowed, ...rest });
}

function setActionsPermissions({ repo, body }: Call) {
  const { settings } = repo;
  const allowed = body["allowed_actions"] ?? settings.actions.allowed;
  if (allowed !== "all" && allowed !== "local_only" && allowed !== "selected")
    throw new Refusal(422, "Invalid request.");
  settings.actions = { ...settings.actions, enabled: body["enabled"] === true, allowed };
  return noContent();
}

function selectedActions({ repo }: Call) {
  const { githubOwned, patterns } = repo.settings.actions;
  return ok({ github_owned_allowed: githubOwned, verified_allowed: false, patterns_allowed: patterns });
}

function enableWorkflow({ world, repo, params }: Call) {
  const { path } = found(findWorkflow(world, repo, params["workflow_id"] ?? ""));
  repo.settings.disabledWorkflows = repo.settings.disabledWorkflows.filter((one) => one !== path);
  return noContent();
}
