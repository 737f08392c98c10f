import { createServer } from "node:http";
import { createPages } from "../../local/forge/pages/create-pages.ts";
import { listen } from "./listen.ts";
import { SCRIPT } from "./sample-world.ts";
import { startStubApi } from "./stub-api.ts";

const viewers = ["maintainer", "writer", "triager", "visitor"].map((role) => ({
  role,
  login: `the-${role}`,
  token: `${role}-token`,
}));

/** The pages in front of a stub of the API, with what a browser does. */
export async function startPages() {
  const api = await startStubApi();
  const pages = createPages({
    apiUrl: api.url,
    viewers: () => viewers,
    repositories: () => ["octo/shop", "octo/hidden"],
    summaries: () => [{ jobId: 901, markdown: `## Done ${SCRIPT}\n\n- [x] published` }],
  });
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await pages(request);
    response.writeHead(status, headers).end(body);
  });
  const { url, close } = await listen(server);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    url,
    writes: api.writes,
    get,
    /** The value that our own forms carry. */
    csrf: async () => /name="_csrf" value="([^"]+)"/.exec((await get("/")).text)?.[1] ?? "",
    post: async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams(fields);
      const response = await fetch(url + path, { method: "POST", body, headers, redirect: "manual" });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    async [Symbol.asyncDispose]() {
      await close();
      await api[Symbol.asyncDispose]();
    },
  };
}
