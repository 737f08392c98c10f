import { objects, optionalText, text, texts } from "../body.ts";
import { timestamp } from "../clock.ts";
import { EMPTY_TREE, readCommit, readTree, writeCommit } from "../git/git-repo.ts";
import { formatTag, type ObjectType, parseTag } from "../git/objects.ts";
import { editTree, entryAt, listTree, type TreeChange } from "../git/tree-edit.ts";
import { created, found, invalid, ok, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { gitCommitShape, signatureOf, verificationOf } from "../shapes/commit.ts";
import { userOf } from "../state/world.ts";
import { requireTreePath } from "../tree-path.ts";
import { signaturesOf } from "./contents.ts";
import { commitNamed } from "./repos.ts";

const git = "/repos/{owner}/{repo}/git";

export const gitDataRoutes: Routes = {
  [`POST ${git}/blobs`]: createBlob,
  [`GET ${git}/blobs/{file_sha}`]: getBlob,
  [`POST ${git}/trees`]: createTree,
  [`GET ${git}/trees/{tree_sha}`]: getTree,
  [`POST ${git}/commits`]: createCommit,
  [`GET ${git}/commits/{commit_sha}`]: getCommit,
  [`POST ${git}/tags`]: createTag,
  [`GET ${git}/tags/{tag_sha}`]: getTag,
};

const addressOf = (call: Call, rest: string) =>
  `${call.world.urls.api}/repos/${call.repo.fullName}/git/${rest}`;

function createBlob(call: Call) {
  const content = optionalText(call.body, "content");
  if (content === undefined) throw invalid({ resource: "Blob", field: "content", code: "missing_field" });
  const base64 = optionalText(call.body, "encoding") === "base64";
  const sha = call.repo.git.objects.write("blob", Buffer.from(content, base64 ? "base64" : "utf8"));
  return created({ sha, url: addressOf(call, `blobs/${sha}`) });
}

function getBlob(call: Call) {
  const sha = call.params["file_sha"]!;
  const object = call.repo.git.objects.read(sha);
  const blob = found(object?.type === "blob" ? object : undefined);
  if (call.accept.includes("raw"))
    return { status: 200, raw: blob.content, contentType: "application/octet-stream" };
  return ok({
    sha,
    node_id: `B_${sha}`,
    size: blob.content.length,
    url: addressOf(call, `blobs/${sha}`),
    content: blob.content.toString("base64").replace(/(.{60})/g, "$1\n"),
    encoding: "base64",
  });
}

const MODES: Record<string, ObjectType> = {
  "100644": "blob",
  "100755": "blob",
  "120000": "blob",
  "040000": "tree",
  "160000": "commit",
};

function createTree(call: Call) {
  const { repo, body } = call;
  const base = optionalText(body, "base_tree", "Tree");
  const start = base === undefined ? undefined : treeNamed(call, base);
  const entries = objects(body, "tree");
  if (entries.length === 0) throw new Refusal(422, "Invalid tree info");
  const changes = new Map(entries.map((entry) => [pathOf(entry), changeOf(call, entry, start)]));
  const sha = editTree(repo.git, start, changes);
  return created(treeShape(call, sha, { recursive: false }));
}

function treeNamed(call: Call, name: string): string {
  const { git } = call.repo;
  const sha = readCommit(git, name)?.tree ?? (readTree(git, name) ? name : undefined);
  if (sha) return sha;
  throw new Refusal(422, "base_tree is not a valid tree oid");
}

function pathOf(entry: Record<string, unknown>): string {
  return requireTreePath(text(entry, "path", "Tree"));
}

function changeOf(call: Call, entry: Record<string, unknown>, base: string | undefined): TreeChange {
  const { git } = call.repo;
  const path = pathOf(entry);
  const mode = optionalText(entry, "mode", "Tree") ?? "";
  const content = optionalText(entry, "content", "Tree");
  if (entry["sha"] === null && content === undefined) {
    if (base && entryAt(git, base, path)) return null;
    throw new Refusal(422, "GitRPC::BadObjectState");
  }
  if (!(mode in MODES)) throw new Refusal(422, `Must supply a valid tree.mode for ${path}`);
  if (content !== undefined) return { mode, sha: git.objects.write("blob", content) };
  const sha = text(entry, "sha", "Tree");
  // A submodule names a commit of another repository.
  if (mode !== "160000" && git.objects.read(sha)?.type !== MODES[mode])
    throw new Refusal(422, `tree.sha ${sha} is not a valid ${MODES[mode]}`);
  return { mode, sha };
}

function treeShape(call: Call, sha: string, { recursive }: { recursive: boolean }) {
  const { git } = call.repo;
  const entries = recursive
    ? listTree(git, sha)
    : (readTree(git, sha) ?? []).map((entry) => ({ ...entry, path: entry.name }));
  return {
    sha,
    url: addressOf(call, `trees/${sha}`),
    tree: entries.map(({ path, mode, sha: child }) => {
      const type = MODES[mode] ?? "blob";
      const size = type === "blob" ? { size: git.objects.read(child)?.content.length ?? 0 } : {};
      return {
        path,
        mode,
        type,
        sha: child,
        ...size,
        ...(type === "commit" ? {} : { url: addressOf(call, `${type}s/${child}`) }),
      };
    }),
    truncated: false,
  };
}

function getTree(call: Call) {
  const name = call.params["tree_sha"]!;
  const { git } = call.repo;
  const sha =
    readTree(git, name) || name === EMPTY_TREE ? name : found(readCommit(git, commitNamed(call, name))).tree;
  return ok(treeShape(call, sha, { recursive: call.query.has("recursive") }));
}

function createCommit(call: Call) {
  const { repo, body, world } = call;
  const tree = text(body, "tree", "Commit");
  if (!readTree(repo.git, tree)) throw new Refusal(422, "Tree SHA does not exist");
  const parents = texts(body, "parents") ?? [];
  if (parents.some((parent) => !readCommit(repo.git, parent)))
    throw new Refusal(422, "Parent SHA does not exist or is not a commit object");
  const { author, committer, verified } = signaturesOf(call);
  const message = optionalText(body, "message", "Commit");
  if (message === undefined) throw invalid({ resource: "Commit", field: "message", code: "missing_field" });
  const sha = writeCommit(repo.git, { tree, parents, author, committer, message });
  if (verified) repo.verified.add(sha);
  return created(gitCommitShape(world, repo, sha));
}

function getCommit(call: Call) {
  const sha = call.params["commit_sha"]!;
  found(readCommit(call.repo.git, sha));
  return ok(gitCommitShape(call.world, call.repo, sha));
}

function createTag(call: Call) {
  const { repo, body, actor, world } = call;
  const object = text(body, "object", "Tag");
  const type = text(body, "type", "Tag") as ObjectType;
  if (repo.git.objects.read(object)?.type !== type) throw new Refusal(422, "Object does not exist");
  const own = signatureOf(userOf(actor, world), timestamp(world));
  const given = body["tagger"] as { name?: string; email?: string; date?: string } | undefined;
  const tagger = {
    name: given?.name ?? own.name,
    email: given?.email ?? own.email,
    date: given?.date ?? own.date,
  };
  const tag = { object, type, tag: text(body, "tag", "Tag"), tagger, message: text(body, "message", "Tag") };
  return created(tagShape(call, repo.git.objects.write("tag", formatTag(tag))));
}

function getTag(call: Call) {
  const sha = call.params["tag_sha"]!;
  const object = call.repo.git.objects.read(sha);
  found(object?.type === "tag" ? object : undefined);
  return ok(tagShape(call, sha));
}

function tagShape(call: Call, sha: string) {
  const tag = parseTag(call.repo.git.objects.read(sha)!.content);
  return {
    node_id: `TA_${sha}`,
    tag: tag.tag,
    sha,
    url: addressOf(call, `tags/${sha}`),
    message: tag.message,
    tagger: tag.tagger,
    object: { type: tag.type, sha: tag.object, url: addressOf(call, `${tag.type}s/${tag.object}`) },
    verification: { ...verificationOf(call.repo, sha) },
  };
}
