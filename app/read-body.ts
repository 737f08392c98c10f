import type { IncomingMessage } from "node:http";

/** The events we take are well under a megabyte; GitHub itself sends up to 25 MB. */
const most = 5 * 1024 * 1024;

/** A request's body; undefined when it is longer than a webhook of ours can be. Nothing beyond that is kept. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > most) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
