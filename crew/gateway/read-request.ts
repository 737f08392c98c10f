import type { IncomingMessage } from "node:http";
import { parseObject } from "../../core/text/parse-object.ts";
import type { Body } from "./wires/wire.ts";

/** The whole body, or `too-large` with the rest unread. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | "too-large"> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve("too-large");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return chunks.push(chunk);
      request.pause();
      request.removeAllListeners("data");
      return resolve("too-large");
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("The request broke off.")));
  });
}

/** The JSON of a body, or the reason it may not pass. */
export function parseBody(bytes: Buffer, encoding: string | undefined): Body | string {
  if (encoding !== undefined && encoding !== "identity") return "send the body without content-encoding";
  const body = parseObject(bytes.toString("utf8"));
  if (!body) return "the body has to be a JSON object";
  return findLookAlike(body) ?? body;
}

// Some servers (all that use Go's JSON) read names without regard to case: what we check has to be what they read.
const checked = ["model", "models", "stream", "tools", "messages", "input", "contents"];

function findLookAlike(body: Body): string | undefined {
  const wrong = Object.keys(body).find(
    (name) => checked.includes(name.toLowerCase()) && !checked.includes(name),
  );
  return wrong && `the body holds "${wrong.slice(0, 40)}": write it in lower case`;
}

/** Every model that a request names. */
export function modelsOf(body: Body, inPath: string | undefined): string[] {
  const inner = body["generateContentRequest"] ?? body["generate_content_request"];
  const nested = typeof inner === "object" && inner !== null ? (inner as Body)["model"] : undefined;
  const named = [inPath, body["model"], nested].filter((model) => model !== undefined && model !== null);
  return named.map((model) => String(model).replace(/^models\//, ""));
}
