/** What a route answers. */
export interface Reply {
  status: number;
  body?: unknown;
  /** Instead of a JSON body. */
  raw?: Buffer | string;
  contentType?: string;
  headers?: Record<string, string>;
  /** All items of a list: the server cuts the page and writes the Link header. `wrap` puts it into GitHub's envelope. */
  list?: unknown[];
  wrap?: (page: unknown[], total: number) => unknown;
}

export interface FieldError {
  resource: string;
  field?: string;
  code: string;
  message?: string;
}

/** A refusal with GitHub's error shape; thrown by routes, answered by the server. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: (FieldError | string)[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { errors?: (FieldError | string)[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const noContent = (): Reply => ({ status: 204 });
export const pages = (list: unknown[], wrap?: Reply["wrap"]): Reply => ({
  status: 200,
  list,
  ...(wrap ? { wrap } : {}),
});

export const notFound = (): Refusal => new Refusal(404, "Not Found");
export const invalid = (...errors: FieldError[]): Refusal =>
  new Refusal(422, "Validation Failed", { errors });
export const missing = (resource: string, field: string): Refusal =>
  invalid({ resource, field, code: "missing_field" });
export const notAccessible = (accepted: string): Refusal =>
  new Refusal(403, "Resource not accessible by integration", {
    headers: { "x-accepted-github-permissions": accepted },
  });

/** The value, or 404. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw notFound();
  return value;
}
