import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type World = Awaited<ReturnType<typeof createWorld>>;

/** What a careless host has to offer: secrets in files, memory, environment and services. All of it is ours, and goes away. */
export async function createWorld() {
  const secret = `canary-${randomBytes(12).toString("hex")}`;
  const root = mkdtempSync(join(tmpdir(), "gsd-probes-"));
  // Open to everyone, so that nothing but the sandbox keeps a command out.
  chmodSync(root, 0o755);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };
  for (const path of credentialFiles) write(join("home", path), `token ${secret}\n`);
  const holder = spawn("sleep", ["600"], { env: { PROBE_TOKEN: secret }, argv0: "sleep", stdio: "ignore" });
  const talker = spawn("sh", ["-c", "sleep 600; :", secret], { env: {}, stdio: "ignore" });
  const answer = (server: Server) => server.on("connection", (client) => client.end(secret));

  const loopback = answer(createServer()).listen(0, "127.0.0.1");
  await once(loopback, "listening");
  const { port } = loopback.address() as AddressInfo;
  const ipv6 = answer(createServer()).listen(port, "::1");
  const everywhere = answer(createServer()).listen(0, "0.0.0.0");
  const abstractName = `gsd-probe-${secret.slice(-12)}`;
  const abstract = answer(createServer()).listen(`\0${abstractName}`);
  const agent = answer(createServer()).listen(join(root, "agent.sock"));
  const docker = answer(createServer()).listen(join(root, "docker.sock"));
  await Promise.all([ipv6, everywhere, abstract, agent, docker].map(listening));
  for (const name of ["agent.sock", "docker.sock"]) chmodSync(join(root, name), 0o666);
  const udp = createSocket("udp4");
  const datagrams: string[] = [];
  udp.on("message", (message, from) => {
    datagrams.push(message.toString());
    udp.send(secret, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));

  return {
    ...{ secret, root, write, port, abstractName, datagrams },
    udpPort: udp.address().port,
    openPort: (everywhere.address() as AddressInfo).port,
    ownAddress: ownAddress(),
    home: join(root, "home"),
    holder: holder.pid!,
    talker: talker.pid!,
    close() {
      for (const server of [loopback, ipv6, everywhere, abstract, agent, docker]) server.close();
      udp.close();
      holder.kill("SIGKILL");
      talker.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const credentialFiles = [
  ".netrc",
  ".npmrc",
  ".git-credentials",
  ".ssh/id_ed25519",
  ".aws/credentials",
  ".config/gh/hosts.yml",
  ".docker/config.json",
  ".cargo/credentials.toml",
];

function ownAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;
}

/** Also when it cannot: a host without IPv6 is no reason to stop. */
function listening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.once("listening", resolve).once("error", () => resolve());
  });
}
