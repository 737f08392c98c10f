import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ActionsHost,
  JobRecord,
  NewRun,
  RunStatus,
  TokenPermissions,
  WorkflowEvent,
} from "../../local/actions-port.ts";

export interface FakeRun extends NewRun {
  id: number;
  status: RunStatus;
  conclusion: string | null;
}

export interface FakeJob extends JobRecord {
  log: string;
  summary: string;
}

/** A forge of a few maps over real bare repositories, with git over HTTP. */
export interface FakeHost extends ActionsHost {
  emit(event: WorkflowEvent): void;
  cancel(runId: number): void;
  approve(runId: number): void;
  commit(repo: string, files: Record<string, string>, branch?: string): string;
  runs: FakeRun[];
  jobs: FakeJob[];
  tokens: { token: string; jobId: number; permissions: TokenPermissions; revoked: boolean }[];
  secretValues: Record<string, string>;
  variableValues: Record<string, string>;
  onUpdateRun?: (run: FakeRun) => void;
  close(): Promise<void>;
}

export async function aHost(): Promise<FakeHost> {
  const folder = mkdtempSync(join(tmpdir(), "gsd-host-"));
  const gitDir = (repo: string) => join(folder, "repos", `${repo}.git`);
  const git = (repo: string, ...args: string[]) => {
    const result = spawnSync("git", ["--git-dir", gitDir(repo), ...args], { encoding: "utf8" });
    return result.status === 0 ? result.stdout : undefined;
  };
  const listeners = {
    event: new Set<(event: WorkflowEvent) => void>(),
    cancel: new Set<(run: { repo: string; runId: number }) => void>(),
    approve: new Set<(run: { repo: string; runId: number }) => void>(),
  };
  const on =
    <Value>(set: Set<(value: Value) => void>) =>
    (listener: (value: Value) => void) => {
      set.add(listener);
      return () => set.delete(listener);
    };
  const artifactFolder = (runId: number, name: string) => join(folder, "artifacts", String(runId), name);
  const artifacts = new Map<number, string[]>();
  const tokens: FakeHost["tokens"] = [];
  const server = serveGit(join(folder, "repos"), (token) =>
    tokens.some((known) => known.token === token && !known.revoked && known.permissions["contents"]),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return ids;
  };

  const host: FakeHost = {
    urls: { api: `${url}/api/v3`, server: url, graphql: `${url}/api/graphql` },
    runs: [],
    jobs: [],
    tokens,
    secretValues: {},
    variableValues: {},
    onEvent: on(listeners.event),
    onCancel: on(listeners.cancel),
    onApprove: on(listeners.approve),
    emit: (event) => {
      for (const listener of listeners.event) listener(event);
    },
    cancel: (runId) => {
      for (const listener of listeners.cancel) listener({ repo: "me/app", runId });
    },
    approve: (runId) => {
      for (const listener of listeners.approve) listener({ repo: "me/app", runId });
    },
    commit(repo, files, branch = "main") {
      if (!existsSync(gitDir(repo))) {
        spawnSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", gitDir(repo)]);
        git(repo, "config", "uploadpack.allowAnySHA1InWant", "true");
      }
      return fastImport(gitDir(repo), files, branch);
    },
    readFile: async (repo, ref, path) => git(repo, "cat-file", "blob", `${ref}:${path}`),
    listFiles: async (repo, ref, path) =>
      (git(repo, "ls-tree", "--name-only", ref, `${path}/`) ?? "").split("\n").filter(Boolean),
    resolveCommit: async (repo, ref) =>
      existsSync(gitDir(repo))
        ? git(repo, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`)?.trim()
        : undefined,
    gitDir,
    defaultBranch: () => "main",
    repositoryId: () => 7,
    createRun(run) {
      const id = nextId();
      host.runs.push({ ...run, id, status: "queued", conclusion: null });
      return id;
    },
    updateRun(runId, change) {
      const run = host.runs.find((known) => known.id === runId)!;
      Object.assign(run, change);
      host.onUpdateRun?.(run);
    },
    createJob(runId, name) {
      const record = { id: nextId(), runId, name, status: "queued" as const, conclusion: null, steps: [] };
      host.jobs.push({ ...record, log: "", summary: "" });
      return record;
    },
    updateJob: (jobId, change) => Object.assign(jobOf(host, jobId), change),
    appendLog: (jobId, text) => {
      jobOf(host, jobId).log += text;
    },
    appendSummary: (jobId, markdown) => {
      jobOf(host, jobId).summary += markdown;
    },
    mintToken({ jobId, permissions }) {
      const token = `ghs_${jobId}_${"x".repeat(20)}`;
      tokens.push({ token, jobId, permissions, revoked: false });
      return token;
    },
    grantIdentity: (claims) => ({ url: `${url}/identity`, token: JSON.stringify(claims) }),
    revokeIdentity: () => {},
    revokeToken: (token) => {
      for (const known of tokens) if (known.token === token) known.revoked = true;
    },
    secrets: () => host.secretValues,
    variables: () => host.variableValues,
    async saveArtifact({ runId, name, folder: from }) {
      if (artifacts.get(runId)?.includes(name)) throw new Error(`artifact ${name} exists already`);
      artifacts.set(runId, [...(artifacts.get(runId) ?? []), name]);
      cpSync(from, artifactFolder(runId, name), { recursive: true });
    },
    async loadArtifact({ runId, name, folder: to }) {
      if (!artifacts.get(runId)?.includes(name)) return false;
      cpSync(artifactFolder(runId, name), to, { recursive: true });
      return true;
    },
    listArtifacts: (runId) => artifacts.get(runId) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  mkdirSync(join(folder, "repos"));
  return host;
}

function jobOf(host: FakeHost, jobId: number): FakeJob {
  return host.jobs.find((job) => job.id === jobId)!;
}

/** One commit with these files on top of the branch, in one process. */
function fastImport(gitDir: string, files: Record<string, string>, branch: string): string {
  const ref = `refs/heads/${branch}`;
  const parent = spawnSync("git", ["--git-dir", gitDir, "rev-parse", "--verify", "--quiet", ref], {
    encoding: "utf8",
  }).stdout.trim();
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const head = `commit ${ref}\ncommitter Test <test@example.com> 1700000000 +0000\ndata 4\ntest\n`;
  const input = `${head}${parent ? `from ${parent}\n` : ""}${changes.join("")}\n`;
  const result = spawnSync("git", ["--git-dir", gitDir, "fast-import", "--quiet"], {
    input,
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(result.stderr);
  return spawnSync("git", ["--git-dir", gitDir, "rev-parse", ref], { encoding: "utf8" }).stdout.trim();
}

function serveGit(root: string, allows: (token: string) => unknown) {
  return createServer((request, response) => {
    const basic = /^basic (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const token = Buffer.from(basic, "base64").toString().split(":")[1] ?? "";
    if (!allows(token)) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    const [path, query = ""] = request.url!.split("?");
    const child = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env["PATH"]!,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: path!.replace(/^(\/[^/]+\/[^/.]+)(\.git)?\//, "$1.git/"),
        QUERY_STRING: query,
        REQUEST_METHOD: request.method!,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("close", () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf("\r\n\r\n");
      const headers = answer.subarray(0, end).toString().split("\r\n");
      const pairs = headers.map((line) => line.split(": ") as [string, string]);
      const status = Number(pairs.find(([name]) => name === "Status")?.[1]?.slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(pairs.filter(([name]) => name !== "Status")));
      response.end(answer.subarray(end + 4));
    });
  });
}
