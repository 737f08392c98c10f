/** What the relay starts, as JSON in its only argument. `{gateway}`, `{home}` and `{tree}` in any text stand for what they are inside. */
export interface RelayPlan {
  /** The gateway's unix socket, as it is called inside. */
  socket: string;
  argv: string[];
  env: Record<string, string>;
  /** Files to write first, relative to the home folder. */
  files: Record<string, string>;
}

/** The command that runs a plan inside a sandbox, where Node is always at hand (and socat is not). */
export function relayCommand(plan: RelayPlan): string[] {
  return ["node", "-e", `(${relay.toString()})()`, JSON.stringify(plan)];
}

/**
 * Listens on loopback, passes every connection to the gateway's socket, and runs the engine in between. It runs inside
 * the sandbox as the text of this function, so it may use nothing from outside of it.
 */
function relay(): void {
  const { createServer, connect } = process.getBuiltinModule("node:net");
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { mkdirSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const { dirname, join } = process.getBuiltinModule("node:path");
  const given = process.argv[1] ?? "";
  const home = process.getBuiltinModule("node:os").homedir();
  const { socket } = JSON.parse(given) as RelayPlan;

  const server = createServer((client) => {
    const gateway = connect(socket);
    client.pipe(gateway).pipe(client);
    for (const [one, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  // The engine gets the signal as well, and says when it is done.
  process.on("SIGTERM", () => {});
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as { port: number };
    const text = given
      .replaceAll("{gateway}", `http://127.0.0.1:${port}`)
      .replaceAll("{home}", home)
      .replaceAll("{tree}", process.cwd());
    const { argv, env, files } = JSON.parse(text) as RelayPlan;
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
    }
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const child = spawn("env", [...variables, ...argv], { stdio: "inherit" });
    child.on("error", (error) => {
      console.error(error.message);
      process.exit(127);
    });
    child.on("exit", (code, signal) => {
      if (signal) console.error(`ended by ${signal}`);
      process.exit(code ?? 128);
    });
  });
}
