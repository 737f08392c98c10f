import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticate } from "./auth.ts";
import { reloadRefs } from "./git/git-repo.ts";
import { serveGit } from "./git/http-backend.ts";
import { allows, grants } from "./permissions.ts";
import { noticeRefChange } from "./ref-actions.ts";
import { Refusal } from "./reply.ts";
import type { Actor } from "./state/account.ts";
import type { Repo } from "./state/repository.ts";
import { findRepo, userOf, type World } from "./state/world.ts";

const ADDRESS = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/;

/** Whether an address is one of git's. */
export function isGitAddress(path: string): boolean {
  return ADDRESS.test(path);
}

/** Clone, fetch and push over HTTP, with the token's permissions enforced. */
export async function serveGitRequest(
  world: World,
  url: URL,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const [, owner, name, pathInfo = ""] = ADDRESS.exec(url.pathname) ?? [];
  const repo = findRepo(world, `${owner}/${name}`);
  const service = url.searchParams.get("service") ?? pathInfo.slice(1);
  const push = service === "git-receive-pack";
  const actor = identify(world, request.headers.authorization);
  const refusal = refuse(repo, actor, push);
  if (refusal) {
    world.recorder.write({ type: "git", repo: `${owner}/${name}`, service, status: refusal.status });
    request.resume();
    if (refusal.status === 401) response.setHeader("www-authenticate", 'Basic realm="GitHub"');
    response.writeHead(refusal.status, { "content-type": "text/plain" });
    response.end(`${refusal.message}\n`);
    return;
  }
  const receives = pathInfo === "/git-receive-pack";
  const status = await serveGit(request, response, {
    gitDir: repo!.git.dir,
    pathInfo,
    query: url.search.slice(1),
    hook: hookEnvironment(repo!, actor!),
    user: userOf(actor!, world).login,
    done: () => receives && noticePush(world, repo!, actor!),
  });
  world.recorder.write({ type: "git", repo: repo!.fullName, service, status, tokenKind: actor!.kind });
}

function identify(world: World, header: string | undefined): Actor | undefined {
  try {
    return authenticate(world, header);
  } catch {
    return undefined;
  }
}

function refuse(repo: Repo | undefined, actor: Actor | undefined, push: boolean): Refusal | undefined {
  if (!actor) return new Refusal(401, "Invalid username or token.");
  if (push && repo?.settings.archived)
    return new Refusal(403, "This repository was archived so it is read-only.");
  const level = push ? "write" : "read";
  const publicRead = repo && !push && !repo.private;
  if (repo && (publicRead || allows(repo, actor, { permission: "contents", level, role: level })))
    return undefined;
  if (actor.kind === "anonymous") return new Refusal(401, "Authentication required.");
  return push && repo
    ? new Refusal(403, "Write access to repository not granted.")
    : new Refusal(404, "Repository not found.");
}

function hookEnvironment(repo: Repo, actor: Actor): Record<string, string> {
  const app =
    actor.kind === "workflow" ||
    (actor.kind === "installation" && !grants(actor.permissions, "workflows", "write"));
  return {
    FORGE_PROTECTED_REF: repo.settings.protectDefaultBranch ? `refs/heads/${repo.defaultBranch}` : "",
    FORGE_NO_WORKFLOWS: app ? "1" : "",
  };
}

/** Compares with what the forge knew at the end of the push, so that its own writes meanwhile are not taken for it. */
function noticePush(world: World, repo: Repo, actor: Actor): void {
  const before = new Map(repo.git.refs);
  reloadRefs(repo.git);
  const after = new Map(repo.git.refs);
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const change = { ref, before: before.get(ref), after: after.get(ref) };
    if (change.before !== change.after) noticeRefChange(world, repo, actor, change);
  }
}
