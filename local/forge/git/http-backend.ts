import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gitEnvironment } from "./run-git.ts";

export interface BackendCall {
  gitDir: string;
  /** `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  pathInfo: string;
  query: string;
  /** Read by the repository's update hook. */
  hook: Record<string, string>;
  user: string;
  /** Called when git is done, before the client hears of it. */
  done: () => void;
}

/** Serves one request of git's smart HTTP through `git http-backend` (CGI). */
export function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  call: BackendCall,
): Promise<number> {
  const child = spawn("git", ["http-backend"], {
    env: gitEnvironment({
      GIT_PROJECT_ROOT: call.gitDir,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: call.pathInfo,
      QUERY_STRING: call.query,
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      CONTENT_LENGTH: request.headers["content-length"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_USER: call.user,
      REMOTE_ADDR: "127.0.0.1",
      ...call.hook,
    }),
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {});
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on("error", () => resolve(answer(response, Buffer.from("Status: 500\r\n\r\n"))));
    child.on("close", () => {
      call.done();
      resolve(answer(response, Buffer.concat(chunks)));
    });
  });
}

/** Turns CGI output into an HTTP answer. */
function answer(response: ServerResponse, output: Buffer): number {
  const end = output.indexOf("\r\n\r\n");
  const lines = output.subarray(0, Math.max(end, 0)).toString("latin1").split("\r\n");
  let status = 200;
  for (const line of lines) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else if (colon > 0) response.setHeader(name, value);
  }
  response.writeHead(status);
  response.end(output.subarray(end + 4));
  return status;
}
