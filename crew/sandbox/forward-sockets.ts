import { ownNode } from "../own-node.ts";
import type { SandboxCommand } from "./sandbox.ts";

type Forward = NonNullable<SandboxCommand["forward"]>[number];

/** Where the socket for a port stands inside. */
export const insideSocket = ({ port }: Pick<Forward, "port">) => `/run/gsd/${port}.sock`;

/**
 * The command with a relay before it: connections to a port of the sandbox's own loopback go to a socket that was
 * mounted there. The relay is an ordinary process inside, so it can do nothing that the command could not.
 */
export function forwardSockets(
  argv: string[],
  forward: Forward[],
  { socat }: { socat: string | undefined },
): string[] {
  if (forward.length === 0) return argv;
  const steps = forward.flatMap((one) => {
    const relay = socat ? socatRelay(socat, one) : nodeRelay(one);
    // Started twice removed, so that it is nobody's child; then waited for until it listens.
    return [`(${relay} </dev/null >/dev/null 2>&1 &)`, waitFor(one)];
  });
  return ["/bin/sh", "-c", `${steps.join("\n")}\nexec "$@"`, "gsd", ...argv];
}

function socatRelay(socat: string, one: Forward): string {
  const listen = `TCP-LISTEN:${one.port},bind=127.0.0.1,fork,max-children=64`;
  return `${socat} ${listen} UNIX-CONNECT:${insideSocket(one)}`;
}

function nodeRelay(one: Forward): string {
  const program = `
    const net = require("node:net");
    net.createServer({ allowHalfOpen: true }, (near) => {
      const far = net.connect({ path: "${insideSocket(one)}", allowHalfOpen: true });
      near.pipe(far).pipe(near);
      near.on("error", () => far.destroy());
      far.on("error", () => near.destroy());
    }).listen(${one.port}, "127.0.0.1");`;
  return `'${ownNode.replaceAll("'", "'\\''")}' -e '${program}'`;
}

function waitFor({ port }: Forward): string {
  // As /proc/net/tcp writes 127.0.0.1 and the state "listening".
  const listening = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")} 00000000:0000 0A`;
  return `tries=0
until grep -q "${listening}" /proc/net/tcp; do
  tries=$((tries + 1)); [ $tries -gt 500 ] && { echo "gsd: no relay on port ${port}" >&2; exit 125; }
  sleep 0.01
done`;
}
