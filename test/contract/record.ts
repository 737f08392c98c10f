/** One line of the forge's record (`--record FILE`). */
export type RecordLine = RestLine | WebhookLine | GraphqlLine;

export interface RestLine {
  type: "rest";
  method: string;
  path: string;
  /** GitHub's OpenAPI template; `unknown` when the forge has no such route. */
  route?: string;
  query?: Record<string, unknown>;
  requestBody?: unknown;
  /** 0 when the connection was cut before an answer. */
  status: number;
  responseBody?: unknown;
  tokenKind?: string;
}

export interface WebhookLine {
  type: "webhook";
  event: string;
  action?: string | null;
  payload: unknown;
}

export interface GraphqlLine {
  type: "graphql";
  query: string;
  variables?: Record<string, unknown> | null;
  /** Whether it is a mutation. */
  write?: boolean;
  tokenKind?: string;
  response: unknown;
}

/** A webhook's name in the contract. The action of a `repository_dispatch` is the sender's own word. */
export function webhookName({ event, action }: Pick<WebhookLine, "event" | "action">): string {
  return action && event !== "repository_dispatch" ? `${event}.${action}` : event;
}

/** The lines of a record file (JSON lines) that GitHub describes; git's own protocol is not among them. */
export function parseRecord(text: string): RecordLine[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as RecordLine | { type: "git" })
    .filter((line) => line.type !== "git");
}
