import { Refusal } from "../reply.ts";

/** A GraphQL error as GitHub types it: it has a type and no status. */
export class GraphError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const TYPES: Record<number, string> = { 403: "FORBIDDEN", 404: "NOT_FOUND" };

/** What the REST routes refuse with a status, as GraphQL says it. */
export function toGraphError(error: unknown): GraphError | undefined {
  if (error instanceof GraphError) return error;
  if (error instanceof Refusal) return new GraphError(TYPES[error.status] ?? "UNPROCESSABLE", error.message);
  return undefined;
}
