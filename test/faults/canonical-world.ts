import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Track } from "../../core/model/track.ts";
import type { RepoName } from "../../local/actions-port.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import { mustCommit } from "../../local/forge/git/git-repo.ts";
import { listTree } from "../../local/forge/git/tree-edit.ts";
import type { User } from "../../local/forge/state/account.ts";
import type { Issue, Reaction } from "../../local/forge/state/issue.ts";
import type { Repo } from "../../local/forge/state/repository.ts";
import { mustRepo } from "../../local/forge/state/world.ts";
import { createShaHider, shasOf } from "./hide-shas.ts";

/** What stands for a commit: all of its tree; or what it changed, where the order of merges is anybody's. */
export type Naming = "tree" | "change";

/** Everything people can see in a repository, as text without times, ids, commits or attempts: equal for equal worlds. */
export function describeWorld(forge: Forge, name: RepoName, naming: Naming = "tree"): string {
  const repo = mustRepo(forge.world, name);
  const names = createNames(repo, naming, createShaHider(shasOf(forge.world)));
  const threads = [...repo.issues.values()].map((issue) => describeThread(repo, issue, names));
  return stringify(
    {
      threads: sortBy(threads, (thread) => thread.name),
      ...describeRefs(repo, names),
      statuses: describeStatuses(repo, names),
      ledger: describeLedger(repo),
      crashes: forge.stats().crashes,
      unknown: forge.stats().unknown,
    },
    { lineWidth: 0 },
  );
}

/** What stands for a thread, a text or a commit. */
interface Names {
  /** Threads are known by their branch, or by their title. */
  thread(issue: Issue): string;
  /** The App and the workflow's token are one voice. */
  user(user: User): string;
  text(value: string | null): string;
  /** A commit's files, with their texts named like any other. */
  files(commit: string): string[];
  /** What a commit changed, or all of its files. */
  commit(commit: string): string[];
  /** The same in one word. */
  tree(commit: string): string;
}

function createNames(repo: Repo, naming: Naming, hideShas: (text: string) => string): Names {
  const thread = (issue: Issue) => issue.pull?.head.ref ?? issue.title;
  // A world that was healed hours later may have seen midnight.
  const path = (value: string) => value.replace(/(?<=specs\/archive\/)\d{4}-\d\d-\d\d(?=-)/g, "<day>");
  const text = (value: string | null) =>
    path(hideShas(value ?? ""))
      .replace(/#(\d+)\b/g, (all, number) => {
        const issue = repo.issues.get(Number(number));
        return issue ? `#<${thread(issue)}>` : all;
      })
      .replace(/(<!-- gsd:\w+ \S*?)\/\S{1,80} -->/g, "$1/… -->")
      .replace(/\battempt \d+/g, "attempt <n>")
      .replace(/(?<=actions\/runs\/)\d+/g, "<n>")
      .replace(/<!-- gsd:at \d+ -->/g, "<!-- gsd:at <n> -->")
      .replace(/ · updated \d\d:\d\d UTC/g, "")
      .replace(/(?: ·|,) (?:under a minute|\d+ min)(?= · |$| \||,)/gm, "")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "<time>")
      .replace(/, save \d+(?=<\/sub>)/g, ", save <n>")
      .replace(/\b[\d,]+ tokens/g, "<n> tokens")
      .replace(/\b\d+(\.\d+)? s\b|\bunder a second\b/g, "<n> s")
      .replace(/"seconds": [\d.]+/g, '"seconds": <n>')
      // What the repository's own commands printed: times, mostly.
      .replace(/"tail": "(?:[^"\\]|\\.)*"/g, '"tail": …');
  const files = (commit: string) =>
    filesOf(repo, commit).map(
      (file) => `${path(file.path)} ${file.mode} ${digest(text(readText(repo, file.sha)))}`,
    );
  const user = ({ type, login }: User) => (type === "Bot" ? "gsd" : login);
  const commit = (sha: string) => {
    const before = naming === "change" ? mustCommit(repo.git, sha).parents.flatMap(files) : [];
    return files(sha).filter((file) => !before.includes(file));
  };
  return { thread, user, text, files, commit, tree: (sha) => digest(commit(sha).join("\n")) };
}

function describeThread(repo: Repo, issue: Issue, names: Names) {
  const { pull } = issue;
  const comments = [...repo.comments.values()].filter((comment) => comment.issue === issue.number);
  const reviews = [...repo.reviews.values()].filter((review) => review.pull === issue.number);
  return {
    name: names.thread(issue),
    title: names.text(issue.title),
    by: names.user(issue.user),
    state: issue.state,
    ...(pull
      ? {
          base: pull.base.ref,
          draft: pull.draft,
          merged: pull.mergedAt !== null,
          head: names.tree(pull.head.sha),
        }
      : {}),
    labels: [...issue.labels].sort(),
    body: names.text(issue.body),
    reactions: describeReactions(issue.reactions, names),
    comments: sortBy(
      comments.map((comment) => ({
        by: names.user(comment.user),
        body: names.text(comment.body),
        reactions: describeReactions(comment.reactions, names),
      })),
      (comment) => `${comment.by} ${comment.body}`,
    ),
    reviews: reviews.map((review) => ({
      by: names.user(review.user),
      state: review.state,
      at: names.tree(review.commitId),
      body: names.text(review.body),
      comments: [...repo.reviewComments.values()]
        .filter((comment) => comment.review === review.id)
        .map(({ path, line, body }) => `${path}:${line} ${names.text(body)}`),
    })),
    discussions: [...repo.reviewComments.values()]
      .filter((comment) => comment.review === null && comment.pull === issue.number)
      .map(({ user, path, line, body, resolvedBy }) => {
        const resolved = resolvedBy ? ` (resolved by ${names.user(resolvedBy)})` : "";
        return `${names.user(user)} on ${path}:${line}: ${names.text(body)}${resolved}`;
      }),
  };
}

function describeReactions(reactions: Reaction[], names: Names): string[] {
  return reactions.map((reaction) => `${reaction.content} by ${names.user(reaction.user)}`).sort();
}

function describeRefs(repo: Repo, names: Names) {
  const under = (prefix: string, describe: (sha: string) => string[]) =>
    Object.fromEntries(
      [...repo.git.refs]
        .filter(([name]) => name.startsWith(prefix) && name !== `refs/heads/${ledgerBranch}`)
        .map(([name, sha]) => [name.slice(prefix.length), describe(sha)] as const)
        .sort(([a], [b]) => a.localeCompare(b)),
    );
  return { branches: under("refs/heads/", names.files), tags: under("refs/tags/", names.commit) };
}

/** The newest of a context counts, as on GitHub. */
function describeStatuses(repo: Repo, names: Names): Record<string, string> {
  const newest = repo.statuses.map((status) => [
    `${status.context} ${names.tree(status.sha)}`,
    `${status.state}: ${names.text(status.description)}`,
  ]);
  return Object.fromEntries(newest.sort(([a = ""], [b = ""]) => a.localeCompare(b)));
}

function describeLedger(repo: Repo) {
  const head = repo.git.refs.get(`refs/heads/${ledgerBranch}`);
  const files = head ? filesOf(repo, head) : [];
  const tracks = files.filter(({ path }) => /^(tracks|done)\//.test(path));
  return {
    files: files.map(({ path }) => path).filter((path) => path !== "repository.json"),
    tracks: tracks.map(({ sha }) => describeTrack(JSON.parse(readText(repo, sha)) as Track)),
  };
}

function describeTrack(track: Track) {
  const { phase, paused, trouble, tasks, verification, rollbacks, jobs, outbox } = track;
  return {
    phase,
    paused,
    trouble: trouble?.type,
    tasks: Object.entries(tasks).map(([id, task]) => `${id} ${task.status} ${task.trouble?.type ?? ""}`),
    verification: verification.outcome,
    rollbacks: rollbacks.map((one) => `${one.tasks.join(" ")} ${one.into} ${one.status}`),
    jobs: jobs.map((job) => `${job.kind} ${job.task ?? ""} ${job.state}`),
    outbox: outbox.map((entry) => entry.effect.type),
  };
}

function filesOf(repo: Repo, commit: string) {
  return listTree(repo.git, mustCommit(repo.git, commit).tree).filter(({ mode }) => mode !== "040000");
}

function readText(repo: Repo, sha: string): string {
  return repo.git.objects.read(sha)!.content.toString("utf8");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function sortBy<T>(items: T[], key: (item: T) => string): T[] {
  return items.toSorted((a, b) => key(a).localeCompare(key(b)));
}
