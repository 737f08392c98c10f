import { diffFiles, type FileDiff } from "../git/diff.ts";
import { mustCommit } from "../git/git-repo.ts";
import type { Signature } from "../git/objects.ts";
import type { User } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { simpleUser } from "./user.ts";

/** The mail address by which GitHub knows whose commit it is. */
export function commitMail(user: User): string {
  return `${user.id}+${user.login}@users.noreply.github.com`;
}

export function signatureOf(user: User, date: string): Signature {
  return { name: user.login, email: commitMail(user), date };
}

function accountOf(world: World, signature: Signature): User | undefined {
  const login = /^\d+\+(.+)@users\.noreply\.github\.com$/.exec(signature.email)?.[1];
  return login ? world.users.get(login.toLowerCase()) : undefined;
}

export function verificationOf(repo: Repo, sha: string) {
  const verified = repo.verified.has(sha);
  return {
    verified,
    reason: verified ? "valid" : "unsigned",
    signature: verified ? "-----BEGIN PGP SIGNATURE-----\n\n(forge)\n-----END PGP SIGNATURE-----" : null,
    payload: verified ? `commit ${sha}` : null,
    verified_at: verified ? mustCommit(repo.git, sha).committer.date : null,
  };
}

/** GitHub's `commit`: git's data with the accounts behind it. */
export function commitShape(world: World, repo: Repo, sha: string) {
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const page = `${world.urls.server}/${repo.fullName}/commit`;
  const commit = mustCommit(repo.git, sha);
  const author = accountOf(world, commit.author);
  const committer = accountOf(world, commit.committer);
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${api}/commits/${sha}`,
    html_url: `${page}/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    commit: {
      url: `${api}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      comment_count: 0,
      verification: verificationOf(repo, sha),
    },
    author: author ? simpleUser(world, author) : null,
    committer: committer ? simpleUser(world, committer) : null,
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${page}/${parent}`,
    })),
  };
}

/** With statistics and files, as for a single commit. */
export function fullCommitShape(world: World, repo: Repo, sha: string) {
  const files = diffFiles(repo.git, mustCommit(repo.git, sha).parents[0], sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return {
    ...commitShape(world, repo, sha),
    stats: { additions, deletions, total: additions + deletions },
    files: files.map((file) => diffEntry(world, repo, sha, file)),
  };
}

/** GitHub's `diff-entry`. */
export function diffEntry(world: World, repo: Repo, sha: string, file: FileDiff) {
  const page = `${world.urls.server}/${repo.fullName}`;
  const path = encodeURI(file.filename);
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${sha}/${path}`,
    raw_url: `${page}/raw/${sha}/${path}`,
    contents_url: `${world.urls.api}/repos/${repo.fullName}/contents/${path}?ref=${sha}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousFilename === undefined ? {} : { previous_filename: file.previousFilename }),
  };
}

/** GitHub's `simple-commit`, as in workflow runs and check suites. */
export function simpleCommit(repo: Repo, sha: string) {
  const commit = mustCommit(repo.git, sha);
  return {
    id: sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: commit.committer.date,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
  };
}

/** GitHub's `git-commit`. */
export function gitCommitShape(world: World, repo: Repo, sha: string) {
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const page = `${world.urls.server}/${repo.fullName}/commit`;
  const commit = mustCommit(repo.git, sha);
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${api}/git/commits/${sha}`,
    html_url: `${page}/${sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${api}/git/commits/${parent}`,
      html_url: `${page}/${parent}`,
    })),
    verification: verificationOf(repo, sha),
  };
}

/** GitHub's `git-ref`. */
export function refShape(world: World, repo: Repo, ref: string) {
  const sha = repo.git.refs.get(ref)!;
  const type = repo.git.objects.read(sha)?.type ?? "commit";
  const api = `${world.urls.api}/repos/${repo.fullName}/git`;
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${api}/${ref}`,
    object: { type, sha, url: `${api}/${type}s/${sha}` },
  };
}
