import { text } from "../body.ts";
import { resolveCommit } from "../git/git-repo.ts";
import { isAncestor } from "../git/history.ts";
import { changeRef } from "../ref-actions.ts";
import { created, found, invalid, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { refShape } from "../shapes/commit.ts";

const git = "/repos/{owner}/{repo}/git";

export const refRoutes: Routes = {
  [`GET ${git}/ref/{ref}`]: getRef,
  [`GET ${git}/matching-refs/{ref}`]: matchingRefs,
  [`POST ${git}/refs`]: createRef,
  [`PATCH ${git}/refs/{ref}`]: updateRef,
  [`DELETE ${git}/refs/{ref}`]: deleteRef,
};

const fullName = (call: Call) => `refs/${call.params["ref"]!.replace(/^refs\//, "")}`;

function getRef(call: Call) {
  const ref = fullName(call);
  found(call.repo.git.refs.get(ref));
  return ok(refShape(call.world, call.repo, ref));
}

function matchingRefs(call: Call) {
  const prefix = fullName(call);
  const hits = [...call.repo.git.refs.keys()].filter((ref) => ref.startsWith(prefix)).toSorted();
  return pages(hits.map((ref) => refShape(call.world, call.repo, ref)));
}

const BAD_NAME = /\.\.|[\s~^:?*[\\\p{Cc}]|\/\/|\/$|\.lock$|@\{|\.$/u;

function createRef(call: Call) {
  const { world, repo, actor, body } = call;
  const ref = text(body, "ref", "Reference");
  const sha = text(body, "sha", "Reference");
  if (!/^refs\/[^/]+\/.+/.test(ref) || BAD_NAME.test(ref))
    throw new Refusal(422, "Reference name must start with 'refs/' and have at least two slashes.");
  if (repo.git.refs.has(ref)) throw new Refusal(422, "Reference already exists");
  requireObject(call, ref, sha);
  changeRef(world, repo, actor, { ref, after: sha });
  return created(refShape(world, repo, ref));
}

function requireObject(call: Call, ref: string, sha: string): void {
  const object = call.repo.git.objects.read(sha);
  if (!object) throw new Refusal(422, "Object does not exist");
  if (ref.startsWith("refs/heads/") && object.type !== "commit")
    throw invalid({ resource: "Reference", field: "sha", code: "invalid" });
}

function updateRef(call: Call) {
  const { world, repo, actor, body } = call;
  const ref = fullName(call);
  const before = repo.git.refs.get(ref);
  if (!before) throw new Refusal(422, "Reference does not exist");
  const sha = text(body, "sha", "Reference");
  requireObject(call, ref, sha);
  const [from, to] = [resolveCommit(repo.git, before), resolveCommit(repo.git, sha)];
  if (body["force"] !== true && (!from || !to || !isAncestor(repo.git, from, to)))
    throw new Refusal(422, "Update is not a fast forward");
  if (before !== sha) changeRef(world, repo, actor, { ref, after: sha });
  return ok(refShape(world, repo, ref));
}

function deleteRef(call: Call) {
  const { world, repo, actor } = call;
  const ref = fullName(call);
  if (!repo.git.refs.has(ref)) throw new Refusal(422, "Reference does not exist");
  if (ref === `refs/heads/${repo.defaultBranch}`) throw new Refusal(422, "Cannot delete the default branch");
  changeRef(world, repo, actor, { ref, after: undefined });
  return noContent();
}
