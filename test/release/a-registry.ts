import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Published {
  name: string;
  "dist-tags": Record<string, string>;
  versions: Record<string, { dist: { tarball: string } }>;
  _attachments: Record<string, { data: string }>;
}

/** An npm registry on this machine: takes what is published, and gives it back. */
export async function aRegistry() {
  const packages = new Map<string, Published>();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const answer = (status: number, body: string | Buffer) => response.writeHead(status).end(body);
    if (request.method === "PUT") {
      packages.set(path, JSON.parse((await readAll(request)).toString("utf8")));
      return answer(201, "{}");
    }
    const [name = "", file] = path.split("/-/");
    const found = packages.get(name);
    if (!found) return answer(404, "{}");
    if (file === undefined) return answer(200, JSON.stringify(describe(found, url)));
    return answer(200, Buffer.from(Object.values(found._attachments)[0]?.data ?? "", "base64"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    packages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As npm asks for it: with addresses on this server. */
function describe({ _attachments, ...rest }: Published, url: string) {
  const versions = Object.entries(rest.versions).map(([version, manifest]) => {
    const tarball = `${url}/${rest.name}/-/${rest.name}-${version}.tgz`;
    return [version, { ...manifest, dist: { ...manifest.dist, tarball } }];
  });
  return { ...rest, versions: Object.fromEntries(versions) };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
