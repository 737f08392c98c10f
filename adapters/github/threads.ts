import { GsdError } from "../../core/gsd-error.ts";
import type { Reaction, ReactionTarget } from "../../core/model/effect.ts";
import type { Comment, Issue, IssueEvent, NewComment, NewLabel } from "../../core/ports/github/issues.ts";
import type { Author } from "../../core/ports/github/people.ts";
import { type Connection, read, write } from "./request.ts";

interface RawUser {
  id: number;
  login: string;
  type?: string;
}

/** Anything but a person counts as a bot; a deleted account is GitHub's "ghost", who cannot command us. */
export function toAuthor(user: RawUser | null | undefined): Author {
  return user
    ? { id: user.id, login: user.login, bot: user.type !== "User" }
    : { id: 0, login: "ghost", bot: true };
}

interface RawIssue {
  number: number;
  title: string;
  body?: string | null;
  state: string;
  labels: (string | { name?: string | null })[];
  user: RawUser | null;
  pull_request?: unknown;
  comments: number;
}

function toIssue(raw: RawIssue): Issue {
  return {
    number: raw.number,
    title: raw.title,
    body: raw.body ?? "",
    open: raw.state === "open",
    labels: raw.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
    author: toAuthor(raw.user),
    isPull: raw.pull_request !== undefined,
    comments: raw.comments,
  };
}

interface RawComment {
  id: number;
  node_id: string;
  body?: string | null;
  user: RawUser | null;
  issue_url: string;
  html_url: string;
  created_at: string;
  updated_at: string;
}

function toComment(raw: RawComment): Comment {
  return {
    id: raw.id,
    nodeId: raw.node_id,
    thread: Number(raw.issue_url.split("/").at(-1)),
    inPull: raw.html_url.includes("/pull/"),
    body: raw.body ?? "",
    author: toAuthor(raw.user),
    createdAt: new Date(raw.created_at).toISOString(),
    updatedAt: new Date(raw.updated_at).toISOString(),
  };
}

/** Issues, comments and reactions. */
export function createThreads(connection: Connection) {
  const { client, owner, repo } = connection;
  const { issues, reactions } = client.rest;
  return {
    async issue(issue_number: number): Promise<Issue | undefined> {
      const raw = await read(connection, () => issues.get({ owner, repo, issue_number }));
      return raw && toIssue(raw);
    },
    /** One that is there already is as good as made. */
    async createLabel(label: NewLabel): Promise<void> {
      try {
        await write(connection, () => issues.createLabel({ owner, repo, ...label }));
      } catch (error) {
        const known = await read(connection, () => issues.getLabel({ owner, repo, name: label.name }));
        if (!known) throw error;
      }
    },
    issueEvents: (issue_number: number) =>
      allPages(async (page): Promise<IssueEvent[]> => {
        const raw = await read(connection, () =>
          issues.listEvents({ owner, repo, issue_number, per_page: 100, page }),
        );
        return (raw ?? []).map((event) => ({
          type: event.event,
          label: "label" in event ? event.label.name : undefined,
          by: toAuthor(event.actor),
          at: new Date(event.created_at).toISOString(),
        }));
      }),
    async closeIssue(issue_number: number): Promise<void> {
      await write(connection, () =>
        issues.update({ owner, repo, issue_number, state: "closed", state_reason: "completed" }),
      );
    },
    async addLabel(issue_number: number, label: string): Promise<void> {
      await write(connection, () => issues.addLabels({ owner, repo, issue_number, labels: [label] }));
    },
    async removeLabel(issue_number: number, name: string): Promise<void> {
      await write(connection, () => issues.removeLabel({ owner, repo, issue_number, name })).catch(
        (error: unknown) => {
          if (!(error instanceof GsdError) || error.code !== "not-found") throw error;
        },
      );
    },
    comments: (issue_number: number) =>
      allPages(async (page) => {
        const raw = await read(connection, () =>
          issues.listComments({ owner, repo, issue_number, per_page: 100, page }),
        );
        return (raw ?? []).map(toComment);
      }),
    commentsSince: (since: string) =>
      allPages(async (page) => {
        const list = { owner, repo, since, sort: "created", direction: "asc", per_page: 100, page } as const;
        const raw = await read(connection, () => issues.listCommentsForRepo(list));
        return (raw ?? []).map(toComment);
      }),
    async createComment(issue_number: number, body: string): Promise<NewComment> {
      const raw = await write(connection, () => issues.createComment({ owner, repo, issue_number, body }));
      return { id: raw.id, nodeId: raw.node_id };
    },
    async updateComment(comment_id: number, body: string): Promise<void> {
      await write(connection, () => issues.updateComment({ owner, repo, comment_id, body }));
    },
    async react(target: ReactionTarget, content: Reaction): Promise<void> {
      if (target.kind === "comment") {
        await write(connection, () =>
          reactions.createForIssueComment({ owner, repo, comment_id: target.id, content }),
        );
      } else {
        await write(connection, () =>
          reactions.createForIssue({ owner, repo, issue_number: target.number, content }),
        );
      }
    },
  };
}

/** Reads page after page until one is not full; at most fifty, so that a flooded thread cannot hold us. */
export async function allPages<T>(load: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= 50; page += 1) {
    const items = await load(page);
    all.push(...items);
    if (items.length < 100) break;
  }
  return all;
}
