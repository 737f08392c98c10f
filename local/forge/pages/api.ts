/** An answer of the API other than success. Pages show its words as they are. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The forge's own REST API with a viewer's token: what the pages may see and do is what the viewer may. */
export interface Api {
  get<T>(path: string): Promise<T>;
  /** Undefined instead of a refusal: for parts that a page can do without. */
  find<T>(path: string): Promise<T | undefined>;
  /** Up to 100 entries; `key` names the array inside the answer where it is not the answer itself. */
  list<T>(path: string, key?: string): Promise<T[]>;
  bytes(path: string): Promise<Buffer>;
  send<T>(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T>;
}

export function createApi(baseUrl: string, token: string): Api {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new ApiRefusal(response.status, await refusalText(response));
    return response;
  };
  const get = async <T>(path: string) => (await call("GET", path)).json() as Promise<T>;
  return {
    get,
    find: <T>(path: string) =>
      get<T>(path).catch((error: unknown) => {
        if (error instanceof ApiRefusal) return undefined;
        throw error;
      }),
    list: async <T>(path: string, key?: string) => {
      const found = await get<T[] | Record<string, T[]>>(
        `${path}${path.includes("?") ? "&" : "?"}per_page=100`,
      );
      return (key ? (found as Record<string, T[]>)[key] : (found as T[])) ?? [];
    },
    bytes: async (path) => Buffer.from(await (await call("GET", path)).arrayBuffer()),
    send: async <T>(method: string, path: string, body?: unknown) => {
      const text = await (await call(method, path, body)).text();
      return (text ? JSON.parse(text) : undefined) as T;
    },
  };
}

async function refusalText(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message, errors } = JSON.parse(text) as { message?: string; errors?: unknown };
    return [message ?? text, errors ? JSON.stringify(errors) : ""].join(" ").trim();
  } catch {
    return text || response.statusText;
  }
}
