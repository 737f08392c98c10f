import { optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { emit } from "../emit.ts";
import { diffFiles, diffText } from "../git/diff.ts";
import { resolveCommit, writeCommit } from "../git/git-repo.ts";
import { commitsBetween, isAncestor, log, mergeBase } from "../git/history.ts";
import { mergeTree } from "../git/merge.ts";
import { hasRole, roleOf } from "../permissions.ts";
import { changeRef, isProtected } from "../ref-actions.ts";
import { created, found, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { commitShape, diffEntry, fullCommitShape, signatureOf } from "../shapes/commit.ts";
import { simplePull } from "../shapes/pull.ts";
import { fullRepository, rolePermissions } from "../shapes/repository.ts";
import { simpleUser } from "../shapes/user.ts";
import type { Role } from "../state/account.ts";
import { pullsOf } from "../state/pull.ts";
import { branchHead } from "../state/repository.ts";
import { findUser, userOf } from "../state/world.ts";

const repo = "/repos/{owner}/{repo}";

export const repoRoutes: Routes = {
  [`GET ${repo}`]: getRepo,
  [`GET ${repo}/collaborators`]: listCollaborators,
  [`GET ${repo}/collaborators/{username}`]: (call) => {
    const login = (call.params["username"] ?? "").toLowerCase();
    found(login === call.repo.owner.login.toLowerCase() ? "admin" : call.repo.collaborators.get(login));
    return noContent();
  },
  [`GET ${repo}/collaborators/{username}/permission`]: getPermission,
  [`GET ${repo}/branches`]: listBranches,
  [`GET ${repo}/branches/{branch}`]: getBranch,
  [`GET ${repo}/branches/{branch}/protection`]: getProtection,
  [`POST ${repo}/merges`]: mergeBranches,
  [`GET ${repo}/compare/{basehead}`]: compare,
  [`GET ${repo}/commits`]: listCommits,
  [`GET ${repo}/commits/{ref}`]: getCommit,
  [`GET ${repo}/commits/{commit_sha}/pulls`]: pullsOfCommit,
  [`POST ${repo}/dispatches`]: repositoryDispatch,
};

/** The commit that a name in the address means. */
export function commitNamed(call: Call, name: string): string {
  const sha = resolveCommit(call.repo.git, name);
  if (sha) return sha;
  throw new Refusal(422, `No commit found for SHA: ${name}`);
}

function getRepo(call: Call) {
  const { actor, repo, world } = call;
  const write = actor.kind !== "user" && actor.kind !== "anonymous" && "permissions" in actor;
  const role: Role | undefined =
    actor.kind === "user"
      ? roleOf(repo, actor.user.login)
      : write && actor.permissions["contents"] === "write"
        ? "write"
        : "read";
  return ok(fullRepository(world, repo, role));
}

function listCollaborators(call: Call) {
  const { repo, world } = call;
  const logins = new Set([repo.owner.login.toLowerCase(), ...repo.collaborators.keys()]);
  const users = [...logins].flatMap((login) => findUser(world, login) ?? []);
  return pages(
    users.map((user) => {
      const role = roleOf(repo, user.login);
      return { ...simpleUser(world, user), permissions: rolePermissions(role), role_name: role };
    }),
  );
}

/** `permission` knows four words only: maintain shows as write, triage as read. */
function getPermission(call: Call) {
  const { repo, world } = call;
  const user = findUser(world, call.params["username"] ?? "");
  if (!user) throw new Refusal(404, `${call.params["username"]} is not a user`);
  const role = roleOf(repo, user.login);
  const permission = role === "maintain" ? "write" : role === "triage" ? "read" : (role ?? "none");
  const shown = { ...simpleUser(world, user), permissions: rolePermissions(role), role_name: role ?? "none" };
  return ok({ permission, role_name: role ?? "none", user: shown });
}

function listBranches(call: Call) {
  const { repo, world } = call;
  const names = [...repo.git.refs.keys()].filter((ref) => ref.startsWith("refs/heads/")).toSorted();
  return pages(
    names.map((ref) => {
      const sha = repo.git.refs.get(ref)!;
      const url = `${world.urls.api}/repos/${repo.fullName}/commits/${sha}`;
      return { name: ref.slice(11), commit: { sha, url }, protected: isProtected(repo, ref) };
    }),
  );
}

function getBranch(call: Call) {
  const { repo, world } = call;
  const name = call.params["branch"]!;
  const sha = branchHead(repo, name);
  if (!sha) throw new Refusal(404, "Branch not found");
  const url = `${world.urls.api}/repos/${repo.fullName}/branches/${name}`;
  const enabled = isProtected(repo, `refs/heads/${name}`);
  const checks = { enforcement_level: "off", contexts: [], checks: [] };
  return ok({
    name,
    commit: commitShape(world, repo, sha),
    _links: { self: url, html: `${world.urls.server}/${repo.fullName}/tree/${name}` },
    protected: enabled,
    protection: { enabled, required_status_checks: checks },
    protection_url: `${url}/protection`,
  });
}

function getProtection(call: Call) {
  const { repo, world } = call;
  const name = call.params["branch"]!;
  if (!branchHead(repo, name)) throw new Refusal(404, "Branch not found");
  if (!isProtected(repo, `refs/heads/${name}`)) throw new Refusal(404, "Branch not protected");
  const url = `${world.urls.api}/repos/${repo.fullName}/branches/${name}/protection`;
  return ok({
    url,
    required_pull_request_reviews: {
      url: `${url}/required_pull_request_reviews`,
      dismiss_stale_reviews: false,
      require_code_owner_reviews: false,
      required_approving_review_count: repo.settings.requiredApprovals,
      require_last_push_approval: false,
    },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: true },
  });
}

function mergeBranches(call: Call) {
  const { world, repo, actor, body } = call;
  const base = text(body, "base", "Merge");
  const from = text(body, "head", "Merge");
  const [baseHead, head] = [branchHead(repo, base), resolveCommit(repo.git, from)];
  if (!baseHead) throw new Refusal(404, "Base does not exist");
  if (!head) throw new Refusal(404, "Head does not exist");
  if (isAncestor(repo.git, head, baseHead)) return noContent();
  const tree = mergeTree(repo.git, baseHead, head);
  if (!tree) throw new Refusal(409, "Merge conflict");
  const signature = signatureOf(userOf(actor, world), timestamp(world));
  const sha = writeCommit(repo.git, {
    tree,
    parents: [baseHead, head],
    author: signature,
    committer: signature,
    message: optionalText(body, "commit_message") ?? `Merge ${from} into ${base}`,
  });
  repo.verified.add(sha);
  changeRef(world, repo, actor, { ref: `refs/heads/${base}`, after: sha, protectedStatus: 409 });
  return created(commitShape(world, repo, sha));
}

function compare(call: Call) {
  const { world, repo } = call;
  const [baseName = "", headName = ""] = call.params["basehead"]!.split("...");
  const local = (name: string) => name.replace(`${repo.owner.login}:`, "");
  const base = found(resolveCommit(repo.git, local(baseName)));
  const head = found(resolveCommit(repo.git, local(headName)));
  const common = mergeBase(repo.git, base, head);
  if (!common) throw new Refusal(404, `No common ancestor between ${baseName} and ${headName}.`);
  if (/diff|patch/.test(call.accept))
    return {
      status: 200,
      raw: diffText(repo.git, common, head),
      contentType: "application/vnd.github.diff; charset=utf-8",
    };
  const [ahead, behind] = [commitsBetween(repo.git, base, head), commitsBetween(repo.git, head, base)];
  const url = `${world.urls.api}/repos/${repo.fullName}/compare/${baseName}...${headName}`;
  const page = `${world.urls.server}/${repo.fullName}/compare/${baseName}...${headName}`;
  return ok({
    url,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitShape(world, repo, base),
    merge_base_commit: commitShape(world, repo, common),
    status: ahead.length ? (behind.length ? "diverged" : "ahead") : behind.length ? "behind" : "identical",
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: pageOf(call, ahead).map((sha) => commitShape(world, repo, sha)),
    files: diffFiles(repo.git, common, head)
      .slice(0, 300)
      .map((file) => diffEntry(world, repo, head, file)),
  });
}

/** Of a comparison: the first 250 unless a page is asked for. */
function pageOf({ query }: Call, commits: string[]): string[] {
  if (!query.has("page") && !query.has("per_page")) return commits.slice(0, 250);
  const size = Math.min(100, Math.max(1, Number(query.get("per_page")) || 30));
  const page = Math.max(1, Number(query.get("page")) || 1);
  return commits.slice((page - 1) * size, page * size);
}

function listCommits(call: Call) {
  const { repo, query, world } = call;
  const name = query.get("sha") ?? repo.defaultBranch;
  const from = found(resolveCommit(repo.git, name));
  const [since, until] = [query.get("since"), query.get("until")];
  const shapes = log(repo.git, from, query.get("path") ?? undefined).map((sha) =>
    commitShape(world, repo, sha),
  );
  const date = (shape: (typeof shapes)[number]) => Date.parse(shape.commit.committer.date);
  return pages(
    shapes.filter(
      (shape) => (!since || date(shape) >= Date.parse(since)) && (!until || date(shape) <= Date.parse(until)),
    ),
  );
}

function getCommit(call: Call) {
  const sha = commitNamed(call, call.params["ref"]!);
  if (call.accept.includes("sha"))
    return { status: 200, raw: sha, contentType: "application/vnd.github.sha" };
  return ok(fullCommitShape(call.world, call.repo, sha));
}

function pullsOfCommit(call: Call) {
  const { repo, world } = call;
  const sha = commitNamed(call, call.params["commit_sha"]!);
  const hits = pullsOf(repo).filter(
    ({ pull }) =>
      pull.mergeCommitSha === sha ||
      (isAncestor(repo.git, sha, pull.head.sha) && !isAncestor(repo.git, sha, pull.base.sha)),
  );
  return pages(hits.map((issue) => simplePull(world, repo, issue)));
}

function repositoryDispatch(call: Call) {
  const { world, repo, actor, body } = call;
  const action = text(body, "event_type", "RepositoryDispatch");
  if (actor.kind === "user" && !hasRole(repo, actor.user.login, "write")) throw new Refusal(404, "Not Found");
  const payload = { branch: repo.defaultBranch, client_payload: body["client_payload"] ?? {} };
  emit(world, repo, { event: "repository_dispatch", action, actor, payload });
  return noContent();
}
