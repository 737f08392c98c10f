import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Why tests with Redis are left out; undefined where it is installed. */
export const noRedis =
  spawnSync("redis-server", ["--version"]).status === 0
    ? undefined
    : "redis-server is not installed: sudo apt-get install --yes redis-server";

/** A Redis of one's own, which can be killed and started again. */
export async function aRedis() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "gsd-redis-"));
  const start = async () => {
    const words = [
      "--port",
      `${port}`,
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--save",
      "",
      "--appendonly",
      "yes",
    ];
    const child = spawn("redis-server", [...words, "--appendfsync", "always"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let said = "";
    while (!said.includes("Ready to accept connections"))
      said += String((await once(child.stdout, "data"))[0]);
    child.stdout.resume();
    return child;
  };
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  };
  return {
    url: `redis://127.0.0.1:${port}/0`,
    kill,
    async restart() {
      child = await start();
    },
    /** It is there and says nothing. */
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGCONT");
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
