import { GsdError } from "../../core/gsd-error.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import type {
  CommitAt,
  Comparison,
  FileAtRef,
  PathChange,
  Push,
  TreeEntry,
} from "../../core/ports/github/git.ts";
import { type Connection, read, write } from "./request.ts";
import { toAuthor } from "./threads.ts";

/** Files, trees, commits and refs, all through the API: nothing is checked out and no hook runs. */
export function createGitData(connection: Connection) {
  return {
    ...createFiles(connection),
    ...createObjects(connection),
    ...createRefs(connection),
    ...createPushes(connection),
  };
}

function createFiles(connection: Connection) {
  const { client, owner, repo } = connection;
  const { repos } = client.rest;
  return {
    async readFile(path: string, ref: string): Promise<FileAtRef | undefined> {
      const raw = await read(connection, () => repos.getContent({ owner, repo, path, ref }));
      if (!raw || Array.isArray(raw) || raw.type !== "file") return undefined;
      return { text: Buffer.from(raw.content, "base64").toString("utf8"), sha: raw.sha };
    },
    async writeFile(file: { path: string; branch: string; text: string; sha?: string; message: string }) {
      const { text, ...rest } = file;
      const content = Buffer.from(text, "utf8").toString("base64");
      const raw = await write(connection, () =>
        repos.createOrUpdateFileContents({ owner, repo, ...rest, content }),
      );
      return { sha: raw.content?.sha ?? "", commit: raw.commit.sha ?? "" };
    },
    async listFolder(path: string, ref: string) {
      const raw = await read(connection, () => repos.getContent({ owner, repo, path, ref }));
      if (!Array.isArray(raw)) return undefined;
      return raw.map((entry) => ({ name: entry.name, sha: entry.sha, folder: entry.type === "dir" }));
    },
  };
}

/** GitHub calls a ref that does not exist an invalid request here. */
function absentCommit(error: unknown): undefined {
  if (error instanceof GsdError && error.code === "invalid" && /^No commit found/.test(error.message)) return;
  throw error;
}

/** As GitHub wrote it down; a deleted account counts as nobody. */
function createPushes(connection: Connection) {
  const { client, owner, repo } = connection;
  return {
    async pushes(branch: string): Promise<Push[]> {
      const list = { owner, repo, ref: `refs/heads/${branch}`, per_page: 100 };
      const raw = await read(connection, () => client.rest.repos.listActivities(list));
      return (raw ?? []).map(({ before, after, actor, timestamp }) => ({
        before,
        after,
        by: toAuthor(actor),
        at: new Date(timestamp).toISOString(),
      }));
    },
  };
}

function createObjects(connection: Connection) {
  const { client, owner, repo } = connection;
  const { git, repos } = client.rest;
  return {
    async commit(ref: string): Promise<CommitAt | undefined> {
      const raw = await read(connection, () => repos.getCommit({ owner, repo, ref, per_page: 1 })).catch(
        absentCommit,
      );
      return (
        raw && {
          sha: raw.sha,
          tree: raw.commit.tree.sha,
          message: raw.commit.message,
          parents: raw.parents.map((parent) => parent.sha),
        }
      );
    },
    async compare(base: string, head: string): Promise<Comparison | undefined> {
      const found: Comparison["commits"] = [];
      let files: Comparison["files"];
      for (let page = 1; ; page += 1) {
        const basehead = `${base}...${head}`;
        const raw = await read(connection, () =>
          repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 100, page }),
        );
        if (!raw) return undefined;
        found.push(...raw.commits.map(({ sha, commit }) => ({ sha, message: commit.message })));
        const isAll = found.length >= raw.total_commits || raw.commits.length === 0;
        if (page === 1)
          files = raw.files && raw.files.length < mostFiles ? raw.files.map(toChange) : undefined;
        if (isAll || page === 10) return withoutUndefined({ status: raw.status, commits: found, files });
      }
    },
    async changedAt(path: string, sha: string): Promise<string | undefined> {
      const raw = await read(connection, () => repos.listCommits({ owner, repo, path, sha, per_page: 1 }));
      const date = raw?.[0]?.commit.committer?.date;
      return date === undefined ? undefined : new Date(date).toISOString();
    },
    async changesOf(ref: string): Promise<PathChange[] | undefined> {
      const raw = await read(connection, () => repos.getCommit({ owner, repo, ref })).catch(absentCommit);
      return raw?.files?.map(toChange);
    },
    async tree(tree_sha: string) {
      const raw = await read(connection, () => git.getTree({ owner, repo, tree_sha, recursive: "1" }));
      if (!raw) throw notYet("tree", tree_sha);
      if (raw.truncated) {
        throw new GsdError(
          "tree-too-large",
          `The tree ${tree_sha} has more entries than GitHub lists at once.`,
        );
      }
      return raw.tree.map(({ path, mode, type, sha }) => ({ path, mode, type, sha }));
    },
    async blobText(file_sha: string): Promise<string> {
      const raw = await read(connection, () => git.getBlob({ owner, repo, file_sha }));
      if (!raw) throw notYet("blob", file_sha);
      return Buffer.from(raw.content, "base64").toString("utf8");
    },
    async createBlob(content: string): Promise<string> {
      return (await write(connection, () => git.createBlob({ owner, repo, content, encoding: "base64" })))
        .sha;
    },
    async createTree(base_tree: string | undefined, entries: TreeEntry[]): Promise<string> {
      const tree = entries.map(({ path, mode, text, sha }) => ({
        path,
        mode,
        type: mode === "040000" ? ("tree" as const) : ("blob" as const),
        ...(text === undefined ? { sha: sha as string } : { content: text }),
      }));
      const made = await write(connection, () =>
        git.createTree({ owner, repo, tree, ...(base_tree ? { base_tree } : {}) }),
      );
      return made.sha;
    },
    /** 201: merged. 204: nothing to merge. 409: a conflict. https://docs.github.com/en/rest/branches/branches#merge-a-branch */
    async mergeBranch({ into, sha, message }: { into: string; sha: string; message: string }) {
      try {
        const merge = { owner, repo, base: into, head: sha, commit_message: message };
        const made = await write(connection, () => repos.merge(merge));
        return made?.sha ? { sha: made.sha } : ("nothing" as const);
      } catch (error) {
        if (error instanceof GsdError && error.code === "conflict") return "conflict" as const;
        throw error;
      }
    },
    /** Author and committer are left out: then GitHub signs the commit as the token's. */
    async createCommit(commit: { message: string; tree: string; parents: string[] }): Promise<string> {
      return (await write(connection, () => git.createCommit({ owner, repo, ...commit }))).sha;
    },
  };
}

/** An object that a commit names is there: who cannot read it reads a copy that lags behind, and should ask again. */
function notYet(what: string, sha: string): GsdError {
  return new GsdError("unavailable", `The ${what} ${sha} cannot be read yet.`);
}

function createRefs(connection: Connection) {
  const { client, owner, repo } = connection;
  const { git } = client.rest;
  return {
    async ref(ref: string): Promise<string | undefined> {
      return (await read(connection, () => git.getRef({ owner, repo, ref })))?.object.sha;
    },
    async createRef(name: string, sha: string): Promise<"created" | "exists"> {
      try {
        await write(connection, () => git.createRef({ owner, repo, ref: `refs/${name}`, sha }));
        return "created";
      } catch (error) {
        if (error instanceof GsdError && error.code === "invalid" && /already exists/i.test(error.message))
          return "exists";
        throw await explainRefusal(connection, name, error);
      }
    },
    async updateRef(ref: string, sha: string, { force }: { force: boolean }): Promise<void> {
      await write(connection, () => git.updateRef({ owner, repo, ref, sha, force }));
    },
    async deleteRef(ref: string): Promise<void> {
      try {
        await write(connection, () => git.deleteRef({ owner, repo, ref }));
      } catch (error) {
        if (!(error instanceof GsdError && ["invalid", "not-found"].includes(error.code))) throw error;
      }
    },
  };
}

/** GitHub lists no more files of a comparison. */
const mostFiles = 300;

/** What is no text, or too much of it, has no patch. */
function toChange(raw: { filename: string; status: string; sha: string | null; patch?: string }): PathChange {
  const { filename: path, status, sha: blob, patch } = raw;
  return withoutUndefined({ path, status, blob: blob ?? "", patch });
}

/** Git has no room for `gsd/x` beside a branch `gsd`, and GitHub only says that the reference cannot be updated. */
async function explainRefusal(connection: Connection, name: string, error: unknown): Promise<unknown> {
  if (!(error instanceof GsdError && error.code === "invalid")) return error;
  const { client, owner, repo } = connection;
  const [kind = "", ...parts] = name.split("/");
  for (let end = 1; end < parts.length; end += 1) {
    const other = parts.slice(0, end).join("/");
    const found = await read(connection, () =>
      client.rest.git.getRef({ owner, repo, ref: `${kind}/${other}` }),
    );
    if (!found) continue;
    const wanted = parts.join("/");
    const sentence = `The branch \`${other}\` is in the way: git cannot keep \`${wanted}\` beside it. Rename or delete \`${other}\`, then try again.`;
    return new GsdError("invalid", sentence, { cause: error });
  }
  return error;
}
