import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Octokit } from "@octokit/rest";
import { createClient } from "../../adapters/github/create-client.ts";
import { createGitHub } from "../../adapters/github/create-github.ts";
import type { GitHubPort } from "../../core/ports/github.ts";

type Method = Exclude<keyof GitHubPort, "owner" | "name" | "pause">;

/** One call of each method; the compiler keeps the list complete. */
const calls: { [M in Method]: (github: GitHubPort) => Promise<unknown> } = {
  repository: (github) => github.repository(),
  permissionOf: (github) => github.permissionOf("ada"),
  isInTeam: (github) => github.isInTeam({ org: "o", team: "t", login: "ada" }),
  changedFiles: (github) => github.changedFiles(1),
  readFile: (github) => github.readFile("a", "main"),
  writeFile: (github) => github.writeFile({ path: "a", branch: "b", text: "", message: "m" }),
  commitFiles: (github) =>
    github.commitFiles({ branch: "b", expectedHead: "s", message: "m", additions: [], deletions: [] }),
  showCheck: (github) =>
    github.showCheck({
      sha: "s",
      name: "n",
      conclusion: "neutral",
      title: "t",
      summary: "s",
      annotations: Array.from({ length: 51 }, (_, at) => ({
        path: "a",
        line: at + 1,
        lastLine: at + 1,
        level: "notice" as const,
        title: "t",
        message: "m",
      })),
    }),
  look: (github) => github.look({}),
  listFolder: (github) => github.listFolder("a", "main"),
  issue: (github) => github.issue(1),
  createLabel: (github) => github.createLabel({ name: "l", color: "5319e7", description: "d" }),
  issueEvents: (github) => github.issueEvents(1),
  issuesIn: (github) => github.issuesIn({ label: "l" }),
  blockersOf: (github) => github.blockersOf(1),
  linksOf: (github) => github.linksOf(1),
  sortingsOf: (github) => github.sortingsOf([1]),
  milestones: (github) => github.milestones(),
  createMilestone: (github) => github.createMilestone({ title: "t", due: undefined }),
  updateMilestone: (github) => github.updateMilestone(1, { state: "closed" }),
  setMilestone: (github) => github.setMilestone(1, 1),
  absentIssues: (github) => github.absentIssues([1]),
  createIssue: (github) => github.createIssue({ title: "t", body: "b" }),
  updateIssue: (github) => github.updateIssue(1, { body: "b" }),
  ownIssues: (github) => github.ownIssues(),
  pinIssue: (github) => github.pinIssue("id"),
  changedAt: (github) => github.changedAt("a", "main"),
  closeIssue: (github) => github.closeIssue(1),
  addLabel: (github) => github.addLabel(1, "l"),
  removeLabel: (github) => github.removeLabel(1, "l"),
  comments: (github) => github.comments(1),
  commentsSince: (github) => github.commentsSince("2026-01-01T00:00:00.000Z"),
  createComment: (github) => github.createComment(1, "b"),
  updateComment: (github) => github.updateComment(1, "b"),
  writeTexts: (github) => github.writeTexts([{ type: "pull", nodeId: "p", body: "b" }]),
  react: async (github) => {
    await github.react({ kind: "comment", id: 1 }, "eyes").catch(() => {});
    await github.react({ kind: "issue", number: 1 }, "eyes");
  },
  pull: (github) => github.pull(1),
  pullsOf: (github) => github.pullsOf("b"),
  createPull: (github) => github.createPull({ title: "t", body: "b", head: "h", base: "b", draft: true }),
  updatePull: (github) => github.updatePull(1, { state: "closed" }),
  markReady: (github) => github.markReady("id"),
  mergePull: (github) => github.mergePull({ number: 1, sha: "s", method: "squash", title: "t", message: "" }),
  enqueuePull: (github) => github.enqueuePull("PR_1", "s"),
  isQueued: (github) => github.isQueued(1),
  requestReview: (github) => github.requestReview(1, ["ada"]),
  mergeBranch: (github) => github.mergeBranch({ into: "b", sha: "s", message: "m" }),
  reviews: (github) => github.reviews(1),
  botReviews: (github) => github.botReviews(1),
  hideOutdated: (github) => github.hideOutdated(["id"]),
  neverEdited: (github) => github.neverEdited(["id"]),
  editsOf: (github) => github.editsOf("id"),
  openThreads: (github) => github.openThreads(1),
  replyTo: (github) => github.replyTo(1, 2, "b"),
  resolveThread: (github) => github.resolveThread("id"),
  createReview: (github) => github.createReview({ pull: 1, commit: "c", body: "b", comments: [] }),
  commit: (github) => github.commit("main"),
  compare: (github) => github.compare("main", "s"),
  changesOf: (github) => github.changesOf("s"),
  tree: (github) => github.tree("s"),
  blobText: (github) => github.blobText("s"),
  createBlob: (github) => github.createBlob(""),
  createTree: (github) => github.createTree(undefined, []),
  createCommit: (github) => github.createCommit({ message: "m", tree: "t", parents: [] }),
  ref: (github) => github.ref("heads/main"),
  rulesOf: (github) => github.rulesOf("b"),
  disabledWorkflows: (github) => github.disabledWorkflows(),
  newestRelease: (github) => github.newestRelease("gsd/gsd"),
  pushes: (github) => github.pushes("b"),
  createRef: (github) => github.createRef("heads/b", "s"),
  updateRef: (github) => github.updateRef("heads/b", "s", { force: false }),
  deleteRef: (github) => github.deleteRef("heads/b"),
  setRefs: (github) => github.setRefs([{ name: "heads/none", sha: undefined }]),
  setStatus: (github) => github.setStatus({ sha: "s", context: "c", state: "success", description: "d" }),
  suitesOf: (github) => github.suitesOf("gsd.yml", "s"),
  dispatch: (github) => github.dispatch("gsd.yml", "main", {}),
  dispatchedRuns: (github) => github.dispatchedRuns("gsd.yml", "2026-01-01T00:00:00.000Z"),
  run: (github) => github.run(1),
  cancelRun: (github) => github.cancelRun(1),
  artifactsOf: (github) => github.artifactsOf(1),
};

/** The routes behind some methods of the port, as Octokit names them; GraphQL by the root field's name. */
export async function routesOf(methods: Method[]): Promise<string[]> {
  const client = createClient({ token: "none", baseUrl: "http://127.0.0.1:9" }) as Octokit;
  const routes = new Set<string>();
  client.hook.wrap("request", async (_, { method, url, ...options }) => {
    const field = /\{\s*(?:\w+: )?(\w+)\(/.exec(String(options["query"] ?? ""))?.[1];
    routes.add(field ?? `${method} ${url}`);
    throw Object.assign(new Error("recorded"), { status: 404 });
  });
  const pace = { betweenWritesMs: 0, backoffMs: 0, limitMs: 1 };
  const github = createGitHub({ client, owner: "o", repo: "r", pace });
  for (const method of methods) await calls[method](github).catch(() => {});
  return [...routes].sort();
}

/** The port's methods that can be called by what a file imports, near and far; the adapter itself does not count. */
export function methodsCalledFrom(entry: string): Method[] {
  const sources = [...filesImportedFrom(entry)]
    .filter((file) => !file.includes("/adapters/github/"))
    .map((file) => readFileSync(file, "utf8"));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\bgithub\s*\.\s*(\w+)/g)].map((match) => match[1]!),
  );
  return (Object.keys(calls) as Method[]).filter((method) => named.includes(method));
}

function filesImportedFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !file.endsWith(".ts") || !existsSync(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
    filesImportedFrom(resolve(dirname(file), path!), found);
  return found;
}
