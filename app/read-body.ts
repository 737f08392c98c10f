import type { IncomingMessage } from "node:http";

/** The events we take are well under a megabyte; GitHub itself sends up to 25 MB. */
const most = 5 * 1024 * 1024;

/**
 * A request's body; undefined when it is longer than a webhook of ours can be. The rest is read and dropped,
 * so that the sender hears why; the server's time limit ends what does not end.
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  }
  return size <= most ? Buffer.concat(chunks).toString("utf8") : undefined;
}
