import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttp, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllowedHost, parseAuthority } from "../../../crew/sandbox/allowed-hosts.ts";
import { createHostProxy } from "../../../crew/sandbox/create-host-proxy.ts";
import { isPublicAddress } from "../../../crew/sandbox/is-public-address.ts";
import { parseClientHello } from "../../../crew/sandbox/parse-client-hello.ts";
import { proxyEnvironment, runWithHosts } from "../../../crew/sandbox/run-with-hosts.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { greeting, serverName } from "../../sandbox-probes/proxy.ts";
import { detection, openly, sealed, shell } from "./sandboxes.ts";

describe("a host of the configuration", () => {
  it("is a full name, with a port or in the clear when it says so", () => {
    expect(parseAllowedHost("Packages.example.org")).toEqual({
      host: "packages.example.org",
      port: 443,
      plain: false,
    });
    expect(parseAllowedHost("a.example.com:8443")).toEqual({
      host: "a.example.com",
      port: 8443,
      plain: false,
    });
    expect(parseAllowedHost("http://mirror.example.org")).toEqual({
      host: "mirror.example.org",
      port: 80,
      plain: true,
    });
  });

  it.each([
    "*.example.org",
    "10.0.0.1",
    "[::1]",
    "localhost",
    "https://a.b",
    "a.b/c",
    "a.b:99999",
    "",
    "a..b",
    "127.1",
    "a.b.",
  ])("is not %j", (text) => {
    expect(() => parseAllowedHost(text)).toThrow(/is not a host to allow/);
  });

  it("is asked for by name and port only", () => {
    expect(parseAuthority("A.example.com:443")).toEqual({ host: "a.example.com", port: 443 });
    for (const text of [
      "a.example.com",
      "1.2.3.4:443",
      "a.b:443@c.d:443",
      "a.b:443 ",
      "a\0.b:443",
      "0x7f.1:443",
    ])
      expect(parseAuthority(text), text).toBeUndefined();
  });
});

it("knows public addresses from others", () => {
  for (const address of ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111"])
    expect(isPublicAddress(address)).toBe(true);
  const others = [
    ...[
      "127.0.0.1",
      "10.1.2.3",
      "172.31.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "168.63.129.16",
      "100.64.0.1",
    ],
    ...[
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "::1",
      "::",
      "fe80::1",
      "fd00:ec2::254",
      "::ffff:127.0.0.1",
    ],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "ff02::1", "fe80::1%eth0", "nonsense"],
  ];
  for (const address of others) expect(isPublicAddress(address), address).toBe(false);
});

describe("a TLS greeting", () => {
  const whole = Buffer.from(greeting(serverName("a.example.com")), "latin1");

  it("is read whole, in pieces, and over several records", () => {
    expect(parseClientHello(whole)).toEqual({ type: "hello", serverName: "a.example.com", encrypted: false });
    for (let length = 0; length < whole.length; length += 1)
      expect(parseClientHello(whole.subarray(0, length)), String(length)).toEqual({ type: "partial" });
    const body = whole.subarray(5);
    const record = (part: Buffer) => Buffer.concat([Buffer.from([22, 3, 1, 0, part.length]), part]);
    const split = Buffer.concat([record(body.subarray(0, 30)), record(body.subarray(30))]);
    expect(parseClientHello(split)).toMatchObject({ serverName: "a.example.com" });
  });

  it("is not made up out of anything else", () => {
    for (const text of [
      "GET / HTTP/1.1\r\n",
      "SSH-2.0-x",
      "\x16\x02\x00\x00\x01\x01",
      "\x17\x03\x03\x00\x01x",
    ])
      expect(parseClientHello(Buffer.from(text, "latin1"))).toEqual({ type: "invalid" });
    const damaged = Buffer.from(whole);
    damaged[9 + 34] = 255;
    expect(parseClientHello(damaged)).toEqual({ type: "invalid" });
  });
});

it("passes plain requests on to a host that is listed for them, and writes them anew", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-test-"));
  const seen: unknown[] = [];
  const server = createHttp((asked, answer) => {
    seen.push([asked.method, asked.url, asked.headers.host, asked.headers["proxy-authorization"]]);
    asked.pipe(answer);
  }).listen(0, "127.0.0.1");
  const proxy = await createHostProxy({
    socket: join(folder, "proxy.sock"),
    hosts: ["http://plain.example.com"],
    resolve: async () => ["93.184.216.34"],
    open: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
  });
  const ask = (path: string, host: string) =>
    new Promise<string>((resolve) => {
      const headers = { host, "proxy-authorization": "x" };
      request({ socketPath: proxy.socket, method: "POST", path, headers }, async (answer) => {
        resolve(`${answer.statusCode} ${(await answer.toArray()).join("")}`);
      }).end("body");
    });
  expect(await ask("http://plain.example.com/a?b", "plain.example.com")).toBe("200 body");
  expect(await ask("http://other.example.com/", "other.example.com")).toBe("403 ");
  expect(await ask("/relative", "plain.example.com")).toBe("403 ");
  await proxy.close();
  server.close();
  rmSync(folder, { recursive: true });
  expect(seen).toEqual([["POST", "/a?b", "plain.example.com", undefined]]);
  expect(proxy.attempts().map((attempt) => attempt.refused)).toEqual([
    undefined,
    "not on the list",
    "not a host name",
  ]);
});

describe.skipIf(!detection.available)("a command that may reach named hosts", () => {
  it.each([
    ["socat", {}],
    ["Node where socat is missing", { socat: undefined }],
  ])("does so by a relay of %s", async (_, more) => {
    if (!detection.available) return;
    using tree = aWorkTree();
    const { createSandbox } = await import("../../../crew/sandbox/create-sandbox.ts");
    const tools = { ...detection.tools, ...more };
    const sandbox = await createSandbox({ mode: "bubblewrap", detection: { available: true, tools } });
    const line = 'curl -sS -m 5 https://evil.example.com; echo "$HTTPS_PROXY"; pgrep -c socat';
    const result = await runWithHosts(sandbox, shell(tree.folder, line), { hosts: ["a.example.com"] });
    expect(result.stderr).toContain("403");
    expect(result.stdout).toMatch(new RegExp(`^http://127.0.0.1:3128\n${"socat" in more ? "0" : "[12]"}\n$`));
    expect(result.attempts).toEqual([
      { host: "evil.example.com", port: 443, refused: "not on the list", trouble: "not-allowed" },
    ]);
  });

  it("has no variables of a proxy otherwise, and none without a sandbox", async () => {
    using tree = aWorkTree();
    expect((await sealed.run(shell(tree.folder, "env"))).stdout).not.toMatch(/proxy/i);
    const open = await runWithHosts(openly, shell(tree.folder, "env"), { hosts: [] });
    expect(open.stdout).not.toMatch(/proxy/i);
    expect(proxyEnvironment(1)).toHaveProperty("HTTPS_PROXY", "http://127.0.0.1:1");
  });
});
