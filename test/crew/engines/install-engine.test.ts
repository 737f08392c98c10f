import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installEngine } from "../../../crew/engines/install-engine.ts";
import { pinnedEngines } from "../../../crew/engines/pinned-engines.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gsd-install-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A registry of one package: a program called `npm` that copies its tarball and counts how often it was asked. */
function aRegistry(content = "#!/bin/sh\necho hello\n") {
  mkdirSync(join(root, "source/package/bin"), { recursive: true });
  writeFileSync(join(root, "source/package/bin/tool"), content);
  writeFileSync(join(root, "source/package/package.json"), '{"scripts":{"postinstall":"touch /tmp/never"}}');
  const tarball = join(root, "tool-1.2.3.tgz");
  execFileSync("tar", ["-czf", tarball, "-C", join(root, "source"), "package"]);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "npm"),
    `#!/bin/sh\necho asked >>${root}/asked\n[ "$1" = pack ] && cp ${tarball} "$4/"\n`,
  );
  chmodSync(join(bin, "npm"), 0o755);
  return {
    pinned: { name: "tool", version: "1.2.3", integrity, program: "bin/tool" },
    environment: { PATH: `${bin}:/usr/bin:/bin` },
    asked: () =>
      existsSync(join(root, "asked")) ? readFileSync(join(root, "asked"), "utf8").split("\n").length - 1 : 0,
  };
}

describe("installing an engine", () => {
  it("fetches and unpacks the pinned package once, for many who ask", async () => {
    const { pinned, environment, asked } = aRegistry();
    const request = { engine: "codex", cacheFolder: join(root, "cache"), environment, pinned } as const;
    const [first] = await Promise.all([installEngine(request), installEngine(request)]);
    const again = await installEngine(request);
    expect(again).toEqual(first);
    expect(readFileSync(join(again.folder, again.program), "utf8")).toContain("hello");
    expect(asked()).toBe(2);
    expect(readdirSync(join(root, "cache"))).toHaveLength(1);
  });

  it("runs and keeps nothing of a package that is not the one that was tested", async () => {
    const { pinned, environment } = aRegistry();
    const other = { ...pinned, integrity: `sha512-${Buffer.alloc(64).toString("base64")}` };
    const installing = installEngine({
      engine: "codex",
      cacheFolder: join(root, "cache"),
      environment,
      pinned: other,
    });
    await expect(installing).rejects.toMatchObject({
      code: "engine",
      message: expect.stringContaining(pinned.integrity),
    });
    expect(readdirSync(join(root, "cache"))).toEqual([]);
  });

  it("says so when the registry cannot be reached", async () => {
    const { pinned } = aRegistry();
    writeFileSync(join(root, "bin/npm"), "#!/bin/sh\necho 'npm error network ENOTFOUND' >&2\nexit 1\n");
    const environment = { PATH: `${join(root, "bin")}:/usr/bin:/bin` };
    const installing = installEngine({
      engine: "codex",
      cacheFolder: join(root, "cache"),
      environment,
      pinned,
    });
    await expect(installing).rejects.toMatchObject({
      code: "engine-fetch",
      message: expect.stringContaining("ENOTFOUND"),
    });
  });

  it("makes a folder anew that an earlier attempt left half-done", async () => {
    const { pinned, environment } = aRegistry();
    const request = { engine: "codex", cacheFolder: join(root, "cache"), environment, pinned } as const;
    const { folder } = await installEngine(request);
    rmSync(join(folder, ".complete"));
    rmSync(join(folder, "bin"), { recursive: true });
    expect(existsSync(join((await installEngine(request)).folder, "bin/tool"))).toBe(true);
  });

  it("pins every engine by version and sha512", () => {
    const all = Object.values(pinnedEngines).flatMap((packages) => Object.values(packages));
    for (const pinned of all) {
      expect(pinned.version).toMatch(/^\d+\.\d+\.\d+(-linux-\w+)?$/);
      expect(Buffer.from(pinned.integrity.replace("sha512-", ""), "base64")).toHaveLength(64);
    }
  });

  it("tells a registry that cannot be reached from one that lacks the package", async () => {
    const pinned = { name: "tool", version: "1.2.3", integrity: "sha512-none", program: "bin/tool" };
    const fetchFrom = async (npm: Record<string, string>) => {
      const environment = { PATH: process.env["PATH"], HOME: root, ...npm };
      return installEngine({ engine: "codex", cacheFolder: join(root, "cache"), environment, pinned });
    };
    const nobody = { npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" };
    await expect(fetchFrom(nobody)).rejects.toMatchObject({
      code: "engine-fetch",
      message: expect.stringMatching(
        /npm could not fetch tool@1\.2\.3 \(ECONNREFUSED\): .*Is the registry reachable/,
      ),
    });
    const empty = createServer((_, response) => response.writeHead(404).end("{}"));
    await new Promise<void>((resolve) => empty.listen(0, "127.0.0.1", resolve));
    const { port } = empty.address() as AddressInfo;
    await expect(fetchFrom({ npm_config_registry: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
      code: "engine",
      message: expect.stringMatching(/\(E404\).*Does the registry have it/),
    });
    empty.close();
  });
});
