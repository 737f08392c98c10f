import { optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { mustCommit, readTree, resolveCommit, writeCommit } from "../git/git-repo.ts";
import type { Signature, TreeEntry } from "../git/objects.ts";
import { editTree, entryAt, type TreeChange } from "../git/tree-edit.ts";
import { changeRef } from "../ref-actions.ts";
import { created, found, invalid, notFound, ok, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { gitCommitShape, signatureOf } from "../shapes/commit.ts";
import { branchHead } from "../state/repository.ts";
import { userOf } from "../state/world.ts";
import { requireTreePath } from "../tree-path.ts";

const path = "/repos/{owner}/{repo}/contents/{path}";

export const contentRoutes: Routes = {
  [`GET ${path}`]: getContents,
  [`PUT ${path}`]: putFile,
  [`DELETE ${path}`]: deleteFile,
};

const cleanPath = (call: Call) => call.params["path"]!.replace(/^\/+|\/+$/g, "");

function getContents(call: Call) {
  const { repo } = call;
  const ref = call.query.get("ref") ?? repo.defaultBranch;
  const commit = resolveCommit(repo.git, ref);
  if (!commit) throw new Refusal(404, `No commit found for the ref ${ref}`);
  const file = cleanPath(call);
  const entry = found(entryAt(repo.git, mustCommit(repo.git, commit).tree, file));
  if (entry.mode === "040000") {
    const entries = readTree(repo.git, entry.sha) ?? [];
    return ok(
      entries.map((child) =>
        itemShape(call, [file, child.name].filter(Boolean).join("/"), { entry: child, ref }),
      ),
    );
  }
  const content = repo.git.objects.read(entry.sha)?.content ?? Buffer.alloc(0);
  if (call.accept.includes("raw"))
    return { status: 200, raw: content, contentType: "application/vnd.github.raw; charset=utf-8" };
  return ok({
    ...itemShape(call, file, { entry, ref }),
    encoding: "base64",
    content: content.toString("base64").replace(/(.{60})/g, "$1\n"),
  });
}

/** What GitHub says of a file or folder, without its content. */
function itemShape(call: Call, file: string, { entry, ref }: { entry: TreeEntry; ref: string }) {
  const { repo, world } = call;
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const page = `${world.urls.server}/${repo.fullName}`;
  const at = `${encodeURI(file)}?ref=${encodeURIComponent(ref)}`;
  const folder = entry.mode === "040000";
  const type = folder
    ? "dir"
    : entry.mode === "160000"
      ? "submodule"
      : entry.mode === "120000"
        ? "symlink"
        : "file";
  const git = `${api}/git/${folder ? "trees" : "blobs"}/${entry.sha}`;
  const html = `${page}/${folder ? "tree" : "blob"}/${ref}/${encodeURI(file)}`;
  return {
    type,
    name: file.split("/").pop() ?? "",
    path: file,
    sha: entry.sha,
    size: folder ? 0 : (repo.git.objects.read(entry.sha)?.content.length ?? 0),
    url: `${api}/contents/${at}`,
    html_url: html,
    git_url: git,
    download_url: folder ? null : `${page}/raw/${ref}/${encodeURI(file)}`,
    _links: { self: `${api}/contents/${at}`, git, html },
  };
}

interface Target {
  branch: string;
  head: string;
  tree: string;
  old: TreeEntry | undefined;
}

function targetOf(call: Call): Target {
  const { repo, body } = call;
  const branch = (optionalText(body, "branch") ?? repo.defaultBranch).replace(/^refs\/heads\//, "");
  const head = branchHead(repo, branch);
  if (!head) throw new Refusal(404, `Branch ${branch} not found`);
  const { tree } = mustCommit(repo.git, head);
  return { branch, head, tree, old: entryAt(repo.git, tree, cleanPath(call)) };
}

function putFile(call: Call) {
  const { repo, body } = call;
  const file = requireTreePath(cleanPath(call));
  const message = text(body, "message", "Commit");
  const content = optionalText(body, "content");
  if (content === undefined) throw invalid({ resource: "Commit", field: "content", code: "missing_field" });
  const bytes = decode(content);
  const target = targetOf(call);
  const sha = optionalText(body, "sha");
  if (target.old && sha === undefined) throw new Refusal(422, `Invalid request.\n\n"sha" wasn't supplied.`);
  if (sha !== undefined && sha !== target.old?.sha) throw new Refusal(409, `${file} does not match ${sha}`);
  const blob = repo.git.objects.write("blob", bytes);
  const entry = { mode: target.old?.mode ?? "100644", sha: blob };
  const commit = commitFile(call, target, { change: entry, message });
  const shape = itemShape(call, file, { entry: { ...entry, name: "" }, ref: target.branch });
  const reply = { content: shape, commit: gitCommitShape(call.world, repo, commit) };
  return target.old ? ok(reply) : created(reply);
}

function deleteFile(call: Call) {
  const target = targetOf(call);
  const message = text(call.body, "message", "Commit");
  const sha = optionalText(call.body, "sha");
  if (!target.old || target.old.mode === "040000") throw notFound();
  if (sha === undefined) throw new Refusal(422, `Invalid request.\n\n"sha" wasn't supplied.`);
  if (sha !== target.old.sha) throw new Refusal(409, `${cleanPath(call)} does not match ${sha}`);
  const commit = commitFile(call, target, { change: null, message });
  return ok({ content: null, commit: gitCommitShape(call.world, call.repo, commit) });
}

function decode(content: string): Buffer {
  const clean = content.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(clean)) throw new Refusal(422, "content is not valid Base64");
  return Buffer.from(clean, "base64");
}

function commitFile(
  call: Call,
  target: Target,
  { change, message }: { change: TreeChange; message: string },
): string {
  const { repo, world, actor } = call;
  const tree = editTree(repo.git, target.tree, new Map([[cleanPath(call), change]]));
  const { author, committer, verified } = signaturesOf(call);
  const sha = writeCommit(repo.git, { tree, parents: [target.head], author, committer, message });
  if (verified) repo.verified.add(sha);
  changeRef(world, repo, actor, { ref: `refs/heads/${target.branch}`, after: sha, protectedStatus: 409 });
  return sha;
}

/** Author and committer from the body; left out, the account itself, and GitHub signs the commit for bots. */
export function signaturesOf(call: Call): { author: Signature; committer: Signature; verified: boolean } {
  const own = signatureOf(userOf(call.actor, call.world), timestamp(call.world));
  const author = personOf(call.body["author"], own);
  const committer = personOf(call.body["committer"], author ?? own);
  const bot = call.actor.kind === "installation" || call.actor.kind === "workflow";
  return {
    author: author ?? own,
    committer: committer ?? author ?? own,
    verified: bot && !author && !committer,
  };
}

function personOf(value: unknown, fallback: Signature): Signature | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, email, date } = value as Partial<Record<keyof Signature, unknown>>;
  if (typeof name !== "string" || typeof email !== "string")
    throw invalid({ resource: "Commit", field: "author", code: "missing_field" });
  return { name, email, date: typeof date === "string" ? date : fallback.date };
}
