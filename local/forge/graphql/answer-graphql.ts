import { RATE } from "../routes/users.ts";
import type { Actor } from "../state/account.ts";
import type { World } from "../state/world.ts";
import { addReaction } from "./add-reaction.ts";
import { minimizeComment, updateIssueComment } from "./comments.ts";
import { commitOnBranch } from "./commit-on-branch.ts";
import { nodeOf } from "./node-of.ts";
import { pinIssue } from "./pin-issue.ts";
import { changeDraft, enqueuePullRequest, updatePullRequest } from "./pulls.ts";
import { type Field, type Operation, readOperation } from "./read-operation.ts";
import { repositoryNode } from "./repository.ts";
import { resolveThread } from "./reviews.ts";
import { answerField, type FieldFailure } from "./select.ts";
import { updateRefs } from "./update-refs.ts";

/** A root field: who asks, and with which arguments. */
export type Resolver = (world: World, actor: Actor, field: Field) => unknown;

const MUTATIONS: Record<string, Resolver> = {
  markPullRequestReadyForReview: changeDraft,
  convertPullRequestToDraft: changeDraft,
  addReaction,
  enqueuePullRequest,
  minimizeComment,
  pinIssue,
  resolveReviewThread: resolveThread,
  unresolveReviewThread: resolveThread,
  updateIssueComment,
  updatePullRequest,
  createCommitOnBranch: commitOnBranch,
  updateRefs,
};

const QUERIES: Record<string, Resolver> = {
  rateLimit: (world) => ({
    __typename: "RateLimit",
    ...RATE,
    cost: 1,
    nodeCount: 0,
    resetAt: new Date(world.now().getTime() + 3_600_000).toISOString(),
  }),
  viewer: (_, actor) => ({ login: actor.kind === "anonymous" ? null : actor.user.login, __typename: "User" }),
  node: (world, actor, field) => nodeOf(world, actor, String(field.arguments["id"])),
  repository: repositoryNode,
};

/** What a GraphQL request is: an operation, or the reason why it cannot be read. */
export type GraphqlRequest = Operation | { type: "unreadable"; reason: string };

/** Reads the body of a GraphQL request. */
export function readGraphql(body: Record<string, unknown>): GraphqlRequest {
  try {
    return readOperation(String(body["query"] ?? ""), (body["variables"] ?? {}) as Record<string, unknown>);
  } catch (error) {
    return { type: "unreadable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Answers a GraphQL request; `unknown` names what the forge does not have. */
export function answerGraphql(
  world: World,
  actor: Actor,
  request: GraphqlRequest,
): { answer: Record<string, unknown>; unknown: string[] } {
  if (request.type === "unreadable")
    return { answer: { errors: [{ type: "PARSE_ERROR", message: request.reason, path: [] }] }, unknown: [] };
  const data: Record<string, unknown> = {};
  const failures: FieldFailure[] = [];
  const unknown: string[] = [];
  const resolvers = request.type === "mutation" ? MUTATIONS : QUERIES;
  for (const field of request.fields) {
    const resolver = resolvers[field.name];
    if (resolver) {
      data[field.alias] = answerField(() => resolver(world, actor, field), field, { path: [], failures });
    } else {
      unknown.push(`${request.type} ${field.name}`);
      failures.push(missingField(request.type, field));
    }
  }
  return { answer: failures.length > 0 ? { data, errors: failures } : { data }, unknown };
}

function missingField(type: string, field: Field): FieldFailure {
  const message = `Field '${field.name}' doesn't exist on type '${type}'`;
  return { type: "undefinedField", message, path: [field.alias] };
}
