import { existsSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import { createHostProxy, type HostProxyOptions, type ProxyAttempt } from "./create-host-proxy.ts";
import type { RunResult, Sandbox, SandboxCommand } from "./sandbox.ts";

const port = 3128;
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Runs a command that may reach the named hosts, and nothing else. For a `setup` that installs packages: give it no key.
 * Outside a sandbox the network is open anyway, and nothing is attempted through the proxy.
 */
export async function runWithHosts(
  sandbox: Sandbox,
  command: SandboxCommand,
  network: Omit<HostProxyOptions, "socket">,
): Promise<RunResult & { attempts: ProxyAttempt[] }> {
  if (sandbox.kind !== "bubblewrap") return { ...(await sandbox.run(command)), attempts: [] };
  await using folder = await createScratch("proxy");
  const proxy = await createHostProxy({ ...network, socket: join(folder.path, "proxy.sock") });
  try {
    const result = await sandbox.run({
      ...command,
      env: { ...proxyEnvironment(port), ...command.env },
      forward: [...(command.forward ?? []), { socket: proxy.socket, port }],
    });
    return { ...result, attempts: proxy.attempts() };
  } finally {
    await proxy.close();
  }
}

/** Tells programs where the proxy is. A convenience: a program that ignores it reaches nothing at all. */
export function proxyEnvironment(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  const java = ["http", "https"].map((kind) => `-D${kind}.proxyHost=127.0.0.1 -D${kind}.proxyPort=${port}`);
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: "localhost,127.0.0.1,::1",
    no_proxy: "localhost,127.0.0.1,::1",
    // Node's own fetch looks at the variables only when told to.
    NODE_USE_ENV_PROXY: "1",
    JAVA_TOOL_OPTIONS: java.join(" "),
    // And at the machine's certificates, which every other program uses: a company's own may be among them.
    ...(existsSync(certificates) ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
  };
}
