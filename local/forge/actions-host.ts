import { randomBytes } from "node:crypto";
import type { ActionsHost, TokenPermissions } from "../actions-port.ts";
import { artifactsOf, loadArtifact, saveArtifact } from "./artifacts.ts";
import { mustCommit, readTree, resolveCommit } from "./git/git-repo.ts";
import { entryAt, readFileAt } from "./git/tree-edit.ts";
import { actionsApp, createJob, createRun, mustJob, updateJob, updateRun } from "./run-actions.ts";
import type { Permissions } from "./state/account.ts";
import { mustRepo, type World } from "./state/world.ts";

/** The forge as the runner sees it. */
export function createActionsHost(world: World): ActionsHost {
  const { workflowEvents } = world;
  const listen =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return () => void set.delete(listener);
    };
  return {
    urls: world.urls,
    onEvent: listen(workflowEvents.listeners),
    onCancel: listen(workflowEvents.cancelled),
    onApprove: listen(workflowEvents.approved),
    readFile: async (repo, ref, path) => {
      const { git } = mustRepo(world, repo);
      const commit = resolveCommit(git, ref);
      return commit ? readFileAt(git, commit, path)?.toString("utf8") : undefined;
    },
    listFiles: async (repo, ref, folder) => listFiles(world, repo, { ref, folder }),
    resolveCommit: async (repo, ref) => resolveCommit(mustRepo(world, repo).git, ref),
    gitDir: (repo) => mustRepo(world, repo).git.dir,
    defaultBranch: (repo) => mustRepo(world, repo).defaultBranch,
    repositoryId: (repo) => mustRepo(world, repo).id,
    createRun: (run) => createRun(world, run).id,
    updateRun: (runId, change) => updateRun(world, runId, change),
    createJob: (runId, name) => createJob(world, runId, name),
    updateJob: (jobId, change) => updateJob(world, jobId, change),
    appendLog: (jobId, text) => void mustJob(world, jobId).log.push(text),
    appendSummary: (jobId, markdown) => {
      mustJob(world, jobId).summary += markdown;
    },
    mintToken: (options) => mintToken(world, options),
    revokeToken: (token) => void world.tokens.delete(token),
    grantIdentity: (claims) => world.identities.grant(claims),
    revokeIdentity: ({ token }) => world.identities.revoke(token),
    secrets: (repo) => ({ ...mustRepo(world, repo).secrets }),
    variables: (repo) => ({ ...mustRepo(world, repo).variables }),
    saveArtifact: async (artifact) => saveArtifact(world, artifact),
    loadArtifact: async (artifact) => loadArtifact(world, artifact),
    listArtifacts: (runId) => artifactsOf(world, runId).map((artifact) => artifact.name),
  };
}

function listFiles(world: World, repo: string, { ref, folder }: { ref: string; folder: string }): string[] {
  const { git, settings } = mustRepo(world, repo);
  const commit = resolveCommit(git, ref);
  const entry = commit ? entryAt(git, mustCommit(git, commit).tree, folder) : undefined;
  const children = entry?.mode === "040000" ? (readTree(git, entry.sha) ?? []) : [];
  const prefix = folder.replace(/^\/+|\/+$/g, "");
  return (
    children
      .filter((child) => child.mode !== "040000")
      .map((child) => (prefix ? `${prefix}/${child.name}` : child.name))
      // What GitHub disabled is there and starts nothing.
      .filter((path) => !settings.disabledWorkflows.includes(path))
  );
}

function mintToken(
  world: World,
  options: { repo: string; runId: number; jobId: number; permissions: TokenPermissions },
): string {
  const app = actionsApp(world);
  const token = `ghs_${randomBytes(24).toString("base64url")}`;
  // Workflow files write `pull-requests`, Apps `pull_requests`.
  const permissions: Permissions = Object.fromEntries(
    Object.entries(options.permissions).map(([name, level]) => [name.replaceAll("-", "_"), level]),
  );
  const { repo, runId, jobId } = options;
  world.tokens.set(token, {
    kind: "workflow",
    user: app.bot,
    app,
    permissions,
    repo: mustRepo(world, repo).fullName,
    runId,
    jobId,
  });
  return token;
}
