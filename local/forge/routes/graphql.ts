import { allows, canSee, concreteNeeds, MUTATION_NEEDS } from "../permissions.ts";
import { setDraft } from "../pull-open.ts";
import { issueAddress } from "../shapes/issue.ts";
import type { Actor, User } from "../state/account.ts";
import type { Comment } from "../state/issue.ts";
import { type PullIssue, pullsOf } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { type Field, readOperation } from "./graphql-reader.ts";
import { RATE } from "./users.ts";

/** A GraphQL error as GitHub types it. */
class GraphError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

type Resolver = (world: World, actor: Actor, field: Field) => unknown;

const MUTATIONS: Record<string, Resolver> = {
  markPullRequestReadyForReview: (world, actor, field) => draft(world, actor, { field, draft: false }),
  convertPullRequestToDraft: (world, actor, field) => draft(world, actor, { field, draft: true }),
  minimizeComment,
};

const QUERIES: Record<string, Resolver> = {
  rateLimit: (world) => ({
    ...RATE,
    cost: 1,
    nodeCount: 0,
    resetAt: new Date(world.now().getTime() + 3_600_000).toISOString(),
  }),
  viewer: (_, actor) => ({ login: actor.kind === "anonymous" ? null : actor.user.login, __typename: "User" }),
  node: (world, actor, field) => nodeOf(world, actor, String(field.arguments["id"])),
};

/** Answers the few operations that REST lacks; `unknown` names what the forge does not have. */
export function answerGraphql(
  world: World,
  actor: Actor,
  body: Record<string, unknown>,
): { answer: Record<string, unknown>; unknown: string[] } {
  const data: Record<string, unknown> = {};
  const errors: Record<string, unknown>[] = [];
  const unknown: string[] = [];
  try {
    const operation = readOperation(
      String(body["query"] ?? ""),
      (body["variables"] ?? {}) as Record<string, unknown>,
    );
    const resolvers = operation.type === "mutation" ? MUTATIONS : QUERIES;
    for (const field of operation.fields) {
      const resolver = resolvers[field.name];
      if (!resolver) unknown.push(`${operation.type} ${field.name}`);
      data[field.alias] = resolver ? pick(resolver(world, actor, field), field.selections) : null;
      if (!resolver)
        errors.push({
          type: "undefinedField",
          message: `Field '${field.name}' doesn't exist on type '${operation.type}'`,
          path: [field.alias],
        });
    }
  } catch (error) {
    const type = error instanceof GraphError ? error.type : "PARSE_ERROR";
    errors.push({ type, message: error instanceof Error ? error.message : String(error), path: [] });
  }
  return { answer: errors.length > 0 ? { data, errors } : { data }, unknown };
}

function pick(value: unknown, selections: Field[]): unknown {
  if (selections.length === 0 || value === null || typeof value !== "object") return value;
  const source = value as Record<string, unknown>;
  return Object.fromEntries(
    selections.map((field) => {
      if (!(field.name in source))
        throw new GraphError("undefinedField", `Field '${field.name}' doesn't exist`);
      return [field.alias, pick(source[field.name], field.selections)];
    }),
  );
}

function inputOf(field: Field): Record<string, unknown> {
  return (field.arguments["input"] ?? {}) as Record<string, unknown>;
}

/** Authors may do it to what is theirs. */
function require(
  repo: Repo,
  actor: Actor,
  wanted: { mutation: string; author: User; isPull: boolean },
): void {
  const need = MUTATION_NEEDS[wanted.mutation]!;
  const own = actor.kind === "user" && actor.user.id === wanted.author.id;
  const needs = concreteNeeds(own ? { ...need, role: "read" } : need, wanted.isPull);
  if (!needs.some((one) => allows(repo, actor, one)))
    throw new GraphError("FORBIDDEN", "Resource not accessible by integration");
}

function findPullNode(world: World, id: string): { repo: Repo; issue: PullIssue } {
  for (const repo of world.repos.values()) {
    const issue = pullsOf(repo).find((one) => `PR_${one.pull.id}` === id);
    if (issue) return { repo, issue };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

function draft(world: World, actor: Actor, change: { field: Field; draft: boolean }) {
  const input = inputOf(change.field);
  const { repo, issue } = findPullNode(world, String(input["pullRequestId"]));
  require(repo, actor, { mutation: change.field.name, author: issue.user, isPull: true });
  setDraft(world, repo, actor, { issue, draft: change.draft });
  return { clientMutationId: input["clientMutationId"] ?? null, pullRequest: pullNode(world, repo, issue) };
}

function pullNode(world: World, repo: Repo, issue: PullIssue) {
  return {
    __typename: "PullRequest",
    id: `PR_${issue.pull.id}`,
    number: issue.number,
    title: issue.title,
    isDraft: issue.pull.draft,
    merged: issue.pull.mergedAt !== null,
    state: issue.pull.mergedAt ? "MERGED" : issue.state.toUpperCase(),
    url: issueAddress(world, repo, issue),
  };
}

function minimizeComment(world: World, actor: Actor, field: Field) {
  const input = inputOf(field);
  const { repo, comment } = findCommentNode(world, String(input["subjectId"]));
  const issue = repo.issues.get(comment.issue)!;
  require(repo, actor, { mutation: field.name, author: comment.user, isPull: issue.pull !== undefined });
  comment.minimized = String(input["classifier"] ?? "OUTDATED").toLowerCase();
  return { clientMutationId: input["clientMutationId"] ?? null, minimizedComment: commentNode(comment) };
}

function findCommentNode(world: World, id: string): { repo: Repo; comment: Comment } {
  for (const repo of world.repos.values()) {
    const comment = repo.comments.get(Number(/^IC_(\d+)$/.exec(id)?.[1]));
    if (comment) return { repo, comment };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

function commentNode(comment: Comment) {
  return {
    __typename: "IssueComment",
    id: `IC_${comment.id}`,
    isMinimized: comment.minimized !== undefined,
    minimizedReason: comment.minimized ?? null,
  };
}

function nodeOf(world: World, actor: Actor, id: string) {
  const { repo, node } = id.startsWith("IC_")
    ? withNode(findCommentNode(world, id), ({ comment }) => commentNode(comment))
    : withNode(findPullNode(world, id), ({ repo, issue }) => pullNode(world, repo, issue));
  if (!canSee(repo, actor))
    throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
  return node;
}

function withNode<T extends { repo: Repo }, N>(found: T, node: (found: T) => N): { repo: Repo; node: N } {
  return { repo: found.repo, node: node(found) };
}
