import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHostProxy } from "../../../crew/sandbox/create-host-proxy.ts";
import { isPublicAddress } from "../../../crew/sandbox/is-public-address.ts";
import { greeting, serverName } from "../../sandbox-probes/proxy.ts";

/** A proxy that leads to one name, for TLS and in the clear; what it asked the resolver for and what it dialled is kept. */
async function aProxy(name: string, answers: string[][]) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-test-"));
  const sink = createServer((client) => client.on("error", () => {}).end("hello"));
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  const asked: string[] = [];
  const dialled: string[] = [];
  const proxy = await createHostProxy({
    socket: join(folder, "proxy.sock"),
    hosts: [name, `http://${name}`],
    resolve: async (host) => answers[asked.push(host) - 1] ?? [],
    open: (address) => {
      dialled.push(address);
      return connect((sink.address() as AddressInfo).port, "127.0.0.1");
    },
  });
  return {
    asked,
    dialled,
    attempts: proxy.attempts,
    tunnel: (authority: string) => tunnel(proxy.socket, authority, name),
    get: (url: string) => get(proxy.socket, url),
    async [Symbol.asyncDispose]() {
      await proxy.close();
      sink.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** CONNECT byte for byte, then a TLS greeting; the first line of the answer. */
function tunnel(socketPath: string, authority: string, name: string): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const client = connect(socketPath, () =>
      client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`),
    );
    client.on("data", (data) => {
      if (text === "") client.write(Buffer.from(greeting(serverName(name)), "latin1"));
      text += data;
    });
    client.on("error", () => {}).on("close", () => resolve(text.split("\r\n")[0] ?? ""));
  });
}

function get(socketPath: string, url: string): Promise<number | undefined> {
  const host = /^http:\/\/([^/]*)/.exec(url)?.[1] ?? "";
  return new Promise((resolve) => {
    request({ socketPath, path: url, headers: { host } }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    })
      .on("error", () => resolve(undefined))
      .end();
  });
}

const notPublic = [
  ...["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.0.1"],
  ...[
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "255.255.255.255",
    "224.0.0.251",
  ],
  ...[
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:a9fe:a9fe",
    "::ffff:0:127.0.0.1",
    "::127.0.0.1",
  ],
  ...["64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "2002:7f00:1::1", "2001:0:7f00:1::", "100::1", "5f00::1"],
  ...["fe80::1", "fe80::1%lo", "fec0::1", "fd00:ec2::254", "fc00::1", "ff02::1", "0:0:0:0:0:0:0:1"],
  // What no resolver should answer, and some library might understand.
  ...["2130706433", "0177.0.0.1", "0x7f000001", "0x7f.1", "127.1", "127.0.0.01", "localhost", "", "[::1]"],
];

describe("where a name leads", () => {
  it.each(notPublic)("%j is not the public internet, alone or beside a public address", async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const name = "packages.example.com";
    await using proxy = await aProxy(name, [[address], ["93.184.216.34", address]]);
    expect(await proxy.tunnel(`${name}:443`)).toBe("HTTP/1.1 403 Forbidden");
    expect(await proxy.get(`http://${name}/`)).toBe(403);
    expect(proxy.attempts().map((one) => one.trouble)).toEqual(["not-public", "not-public"]);
    expect(proxy.dialled).toEqual([]);
  });

  it("is not this machine by an address of its own, public or not", async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map((one) => one.address) ?? []);
    await using proxy = await aProxy(
      "packages.example.com",
      own.map((address) => [address]),
    );
    for (const _ of own) await proxy.tunnel("packages.example.com:443");
    expect(proxy.asked).toHaveLength(own.length);
    expect(proxy.dialled).toEqual([]);
  });

  it("is judged by the address and not by the name, however local or foreign that sounds", async () => {
    const name = "localhost.evil.localhost";
    await using proxy = await aProxy(name, [["93.184.216.34"], ["127.0.0.1"]]);
    expect(await proxy.tunnel(`${name}:443`)).toContain("200");
    expect(await proxy.tunnel(`${name}:443`)).toContain("403");
    expect(proxy.dialled).toEqual(["93.184.216.34"]);
  });

  it("is asked for once, and that answer is dialled, whatever the name would answer next", async () => {
    const name = "rebind.example.com";
    await using proxy = await aProxy(name, [["93.184.216.34", "93.184.216.35"], ["127.0.0.1"], ["::1"]]);
    expect(await proxy.tunnel(`${name}:443`)).toContain("200");
    expect([proxy.asked.length, proxy.dialled]).toEqual([1, ["93.184.216.34"]]);
    expect(await proxy.tunnel(`${name}:443`)).toContain("403");
    expect(await proxy.get(`http://${name}/`)).toBe(403);
    expect([proxy.asked.length, proxy.dialled.length]).toEqual([3, 1]);
  });
});

describe("an address in place of a name", () => {
  const forms = [
    ...[
      "2130706433",
      "017700000001",
      "0x7f000001",
      "0177.0.0.1",
      "0x7f.0.0.1",
      "127.1",
      "127.0.1",
      "0",
      "127.0.0.1.",
    ],
    ...[
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[::]",
      "[fe80::1%25lo]",
      "%31%32%37.0.0.1",
      "127。0。0。1",
    ],
    ...[
      "metadata",
      "localhost",
      "localhost.",
      "metadata.google.internal.",
      "1.1",
      "a.1",
      "a.0x7f",
      "①②⑦.0.0.1",
    ],
  ];

  it.each(forms)("%s is refused before anyone is asked", async (form) => {
    await using proxy = await aProxy("packages.example.com", []);
    const latin = Buffer.from(form).toString("latin1");
    expect(await proxy.tunnel(`${latin}:443`)).not.toContain("200");
    expect(await proxy.get(`http://${latin}/`)).not.toBe(200);
    expect([proxy.asked, proxy.dialled]).toEqual([[], []]);
  });
});
