import { optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { emit } from "../emit.ts";
import { readCommit } from "../git/git-repo.ts";
import { isAncestor } from "../git/history.ts";
import { created, invalid, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { simpleStatusShape, statusShape } from "../shapes/check.ts";
import { commitShape } from "../shapes/commit.ts";
import { minimalRepository } from "../shapes/repository.ts";
import type { Status } from "../state/check.ts";
import { userOf } from "../state/world.ts";
import { commitNamed } from "./repos.ts";

const repo = "/repos/{owner}/{repo}";
const STATES = ["error", "failure", "pending", "success"];

export const statusRoutes: Routes = {
  [`POST ${repo}/statuses/{sha}`]: createStatus,
  [`GET ${repo}/commits/{ref}/status`]: combined,
  [`GET ${repo}/commits/{ref}/statuses`]: (call) =>
    pages(
      statusesOf(call, commitNamed(call, call.params["ref"]!)).map((one) =>
        statusShape(call.world, call.repo, one),
      ),
    ),
};

/** Newest first. */
function statusesOf(call: Call, sha: string): Status[] {
  return call.repo.statuses.filter((status) => status.sha === sha).toReversed();
}

function createStatus(call: Call) {
  const { world, repo, actor, body } = call;
  const sha = call.params["sha"]!;
  if (!readCommit(repo.git, sha)) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const state = text(body, "state", "Status");
  if (!STATES.includes(state))
    throw invalid({
      resource: "Status",
      field: "state",
      code: "custom",
      message: "state is not included in the list",
    });
  const description = optionalText(body, "description", "Status") ?? null;
  if (description && description.length > 140)
    throw invalid({
      resource: "Status",
      field: "description",
      code: "custom",
      message: "description is too long (maximum is 140 characters)",
    });
  const status: Status = {
    id: world.nextId(),
    sha,
    state: state as Status["state"],
    context: optionalText(body, "context", "Status") ?? "default",
    description,
    targetUrl: optionalText(body, "target_url", "Status") ?? null,
    creator: userOf(actor, world),
    createdAt: timestamp(world),
  };
  repo.statuses.push(status);
  tell(call, status);
  return created(statusShape(world, repo, status));
}

function tell(call: Call, status: Status): void {
  const { world, repo, actor } = call;
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const branches = [...repo.git.refs]
    .filter(([ref, head]) => ref.startsWith("refs/heads/") && isAncestor(repo.git, status.sha, head))
    .slice(0, 10)
    .map(([ref, head]) => ({
      name: ref.slice(11),
      commit: { sha: head, url: `${api}/commits/${head}` },
      protected: false,
    }));
  const { url: _, context, description, ...shape } = simpleStatusShape(world, repo, status);
  emit(world, repo, {
    event: "status",
    actor,
    payload: {
      id: shape.id,
      sha: status.sha,
      name: repo.fullName,
      avatar_url: shape.avatar_url,
      target_url: shape.target_url,
      context,
      description,
      state: shape.state,
      commit: commitShape(world, repo, status.sha),
      branches,
      created_at: shape.created_at,
      updated_at: shape.updated_at,
    },
  });
}

/** The newest status of each context, and what they amount to. */
function combined(call: Call) {
  const { world, repo } = call;
  const sha = commitNamed(call, call.params["ref"]!);
  const latest = new Map<string, Status>();
  for (const status of statusesOf(call, sha))
    if (!latest.has(status.context)) latest.set(status.context, status);
  const all = [...latest.values()];
  const bad = all.some((status) => status.state === "failure" || status.state === "error");
  const good = all.length > 0 && all.every((status) => status.state === "success");
  const api = `${world.urls.api}/repos/${repo.fullName}/commits/${sha}`;
  return ok({
    state: bad ? "failure" : good ? "success" : "pending",
    statuses: all.map((status) => simpleStatusShape(world, repo, status)),
    sha,
    total_count: all.length,
    repository: minimalRepository(world, repo),
    commit_url: api,
    url: `${api}/status`,
  });
}
