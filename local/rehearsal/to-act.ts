import type { Told } from "../forge/state/world.ts";

/** One thing that somebody did, as people would see it on GitHub. */
export type Act = { by: string } & (
  | { type: "issue-opened" | "issue-closed" | "issue-reopened"; on: number; title: string }
  | { type: "labeled" | "unlabeled"; on: number; label: string }
  | { type: "comment-created"; on: number; body: string }
  | { type: "comment-edited"; on: number; body: string; before: string }
  | {
      type: "pull-opened";
      on: number;
      title: string;
      branch: string;
      base: string;
      draft: boolean;
      body: string;
    }
  | {
      type: "pull-edited" | "pull-ready" | "pull-merged" | "pull-closed";
      on: number;
      title: string;
      body: string;
    }
  | { type: "review"; on: number; state: string; body: string }
  | { type: "review-comment"; on: number; path: string; body: string }
  | { type: "commit"; branch: string; message: string; files: number }
  | { type: "branch-deleted" | "tag"; name: string }
  | { type: "status"; context: string; state: string; text: string }
);

/** The parts of a webhook's payload that are looked at. */
interface Payload {
  action?: string;
  sender?: { login: string };
  issue?: { number: number; title: string; pull_request?: unknown };
  label?: { name: string };
  comment?: { body: string; path?: string };
  changes?: { body?: { from?: string } };
  pull_request?: {
    number: number;
    title: string;
    body: string | null;
    draft: boolean;
    merged?: boolean;
    head: { ref: string };
    base: { ref: string };
  };
  review?: { state: string; body: string | null };
  ref?: string;
  deleted?: boolean;
  commits?: { message: string; added: string[]; removed: string[]; modified: string[] }[];
  context?: string;
  state?: string;
  description?: string | null;
}

type Read = (payload: Payload) => Omit<Act, "by"> | undefined;

/** What gsd keeps to itself, and nobody looks at. */
const ledger = "refs/heads/gsd/ledger";

const readers: Readonly<Record<string, Read>> = {
  issues({ action, issue, label }) {
    if (!issue) return undefined;
    const about = { on: issue.number, title: issue.title };
    if (label && (action === "labeled" || action === "unlabeled"))
      return { type: action, on: issue.number, label: label.name };
    return is(action, ["opened", "closed", "reopened"]) ? { type: `issue-${action}`, ...about } : undefined;
  },
  issue_comment({ action, issue, comment, changes }) {
    if (!issue || !comment) return undefined;
    const said = { on: issue.number, body: comment.body };
    if (action === "created") return { type: "comment-created", ...said };
    return action === "edited"
      ? { type: "comment-edited", ...said, before: changes?.body?.from ?? "" }
      : undefined;
  },
  pull_request({ action, pull_request: pull, label }) {
    if (!pull) return undefined;
    const { number: on, title, draft, merged, head, base } = pull;
    const body = pull.body ?? "";
    if (action === "opened")
      return { type: "pull-opened", on, title, branch: head.ref, base: base.ref, draft, body };
    if (action === "ready_for_review") return { type: "pull-ready", on, title, body };
    if (action === "closed") return { type: merged ? "pull-merged" : "pull-closed", on, title, body };
    if (label && (action === "labeled" || action === "unlabeled"))
      return { type: action, on, label: label.name };
    return action === "edited" ? { type: "pull-edited", on, title, body } : undefined;
  },
  pull_request_review({ action, pull_request: pull, review }) {
    if (!pull || !review || action !== "submitted") return undefined;
    return { type: "review", on: pull.number, state: review.state, body: review.body ?? "" };
  },
  pull_request_review_comment({ action, pull_request: pull, comment }) {
    if (!pull || !comment || action !== "created") return undefined;
    return { type: "review-comment", on: pull.number, path: comment.path ?? "", body: comment.body };
  },
  push({ ref = "", deleted, commits = [] }) {
    const branch = ref.replace(/^refs\/heads\//, "");
    if (ref === ledger) return undefined;
    if (ref.startsWith("refs/tags/")) return deleted ? undefined : { type: "tag", name: ref.slice(10) };
    if (deleted) return { type: "branch-deleted", name: branch };
    const newest = commits.at(-1);
    if (!newest) return undefined;
    const { added, removed, modified, message } = newest;
    const files = added.length + removed.length + modified.length;
    return { type: "commit", branch, message: message.split("\n")[0] ?? "", files };
  },
  status({ context = "", state = "", description }) {
    return { type: "status", context, state, text: description ?? "" };
  },
};

/** What a webhook says that people would notice; nothing for the rest. */
export function toAct({ event, payload }: Told): Act | undefined {
  const read = Object.hasOwn(readers, event) ? readers[event] : undefined;
  const told = payload as Payload;
  const act = read?.(told);
  return act && ({ ...act, by: told.sender?.login ?? "" } as Act);
}

function is<Word extends string>(word: string | undefined, words: readonly Word[]): word is Word {
  return words.some((one) => one === word);
}
