import type { ActionsHost, WorkflowEvent } from "../actions-port.ts";
import { runGit } from "./git.ts";

/** Files that a push or a pull request changes, for `paths` filters; undefined when the event has no such list. */
export async function changedFiles(host: ActionsHost, event: WorkflowEvent): Promise<string[] | undefined> {
  const range = await rangeOf(host, event);
  if (!range) return undefined;
  const args = ["--git-dir", host.gitDir(event.repo), "diff", "--name-only", "-z", "--no-renames", range];
  return (await runGit(args)).split("\0").filter((path) => path !== "");
}

/** Message of the commit that a push or a pull request brings. */
export async function headMessage(host: ActionsHost, event: WorkflowEvent): Promise<string> {
  const commit = event.payload["head_commit"] as { message?: string } | null | undefined;
  if (event.name === "push" && commit) return commit.message ?? "";
  if (isDeletion(event)) return "";
  const pull = event.payload["pull_request"] as Record<string, { sha?: string }> | undefined;
  const sha = pull?.["head"]?.sha ?? event.sha;
  return runGit(["--git-dir", host.gitDir(event.repo), "log", "-1", "--format=%B", sha]).catch(() => "");
}

async function rangeOf(host: ActionsHost, event: WorkflowEvent): Promise<string | undefined> {
  if (event.name === "push") return pushRange(host, event);
  const pull = event.payload["pull_request"] as Record<string, { sha?: string }> | undefined;
  const base = pull?.["base"]?.sha;
  const head = pull?.["head"]?.sha;
  return base && head ? `${base}...${head}` : undefined;
}

/** A new branch is compared with where it left the default branch. */
async function pushRange(host: ActionsHost, event: WorkflowEvent): Promise<string | undefined> {
  if (isDeletion(event)) return undefined;
  const before = String(event.payload["before"] ?? "");
  if (/[1-9a-f]/.test(before)) return `${before}..${event.sha}`;
  const main = await host.resolveCommit(event.repo, host.defaultBranch(event.repo));
  return main && main !== event.sha ? `${main}...${event.sha}` : undefined;
}

/** A push that deletes a branch brings no commit. */
const isDeletion = (event: WorkflowEvent): boolean => event.payload["deleted"] === true;
