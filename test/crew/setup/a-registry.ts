import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a registry on loopback seems to be. */
export const registryName = "packages.example.org";
const publicUrl = `http://${registryName}`;

interface Package {
  name: string;
  version: string;
  /** What its `index.js` exports, as JavaScript. */
  exports: string;
  scripts?: Record<string, string>;
}

/** A registry of npm packages on loopback that goes by a public name; what it was asked for is in `asked`. */
export async function aRegistry(packages: readonly Package[]) {
  const asked: string[] = [];
  const tarballs = new Map(
    packages.map((one) => [`/${one.name}/-/${one.name}-${one.version}.tgz`, pack(one)]),
  );
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push(path);
    const tarball = tarballs.get(path);
    if (tarball) return void response.end(tarball);
    const versions = packages.filter(({ name }) => path === `/${name}`);
    if (versions.length === 0) return void response.writeHead(404).end("{}");
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(describe(versions, tarballs, `http://${request.headers.host}`)));
  });
  const port = await listen(server);
  return {
    asked,
    /** Where it really is. */
    url: `http://127.0.0.1:${port}`,
    network: {
      resolve: async () => ["93.184.216.34"],
      open: () => connect(port, "127.0.0.1"),
    },
    [Symbol.dispose]: () => void server.close(),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

function describe(versions: readonly Package[], tarballs: ReadonlyMap<string, Buffer>, url: string) {
  const [first] = versions;
  const entries = versions.map(({ name, version, scripts }) => {
    const path = `/${name}/-/${name}-${version}.tgz`;
    return [
      version,
      {
        name,
        version,
        scripts,
        dist: { tarball: `${url}${path}`, integrity: integrityOf(tarballs.get(path)) },
      },
    ];
  });
  const latest = versions.at(-1)?.version;
  return { name: first?.name, "dist-tags": { latest }, versions: Object.fromEntries(entries) };
}

function integrityOf(content: Buffer | undefined): string {
  return `sha512-${createHash("sha512")
    .update(content ?? "")
    .digest("base64")}`;
}

function pack({ name, version, exports, scripts }: Package): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "gsd-test-pack-"));
  mkdirSync(join(folder, "package"));
  writeFileSync(
    join(folder, "package/package.json"),
    JSON.stringify({ name, version, scripts, main: "index.js" }),
  );
  writeFileSync(join(folder, "package/index.js"), `module.exports = ${exports};\n`);
  // Without the moment of packing, so that its digest is the same each time.
  execFileSync("tar", ["--mtime=@0", "--sort=name", "-czf", "a.tgz", "package"], { cwd: folder });
  const content = readFileSync(join(folder, "a.tgz"));
  rmSync(folder, { recursive: true });
  return content;
}

/** A lockfile with these packages, as npm writes it. */
export function lockOf(manifest: object, packages: readonly Package[], url = publicUrl): string {
  const locked = packages.map((one) => {
    const resolved = `${url}/${one.name}/-/${one.name}-${one.version}.tgz`;
    return [
      `node_modules/${one.name}`,
      { version: one.version, resolved, integrity: integrityOf(pack(one)) },
    ];
  });
  const all = { "": manifest, ...Object.fromEntries(locked) };
  return `${JSON.stringify({ name: "app", version: "1.0.0", lockfileVersion: 3, requires: true, packages: all }, null, 2)}\n`;
}
