import { GsdError } from "../core/gsd-error.ts";
import { type AppLog, createLog } from "./create-log.ts";
import { readEnvironment } from "./environment.ts";

/** The App's entry. `--json` prints one line for programs: where it listens, and where webhooks go. */
async function main(): Promise<void> {
  const environment = readEnvironment();
  const log = createLog(environment.logLevel);
  // Loaded after the environment was accepted, so that a refusal comes at once.
  const { startServer, webhookPath } = await import("./server.ts");
  const app = await startServer(environment, log);
  stopOnSignals(app, log);
  process.on("SIGUSR2", () => {
    log.info("looking at every repository", { signal: "SIGUSR2" });
    app.tickAll();
  });
  const webhook = app.url + webhookPath;
  const line = process.argv.includes("--json")
    ? JSON.stringify({ url: app.url, webhook, metrics: app.metrics })
    : `gsd listens on ${app.url}; webhooks go to ${webhook}`;
  process.stdout.write(`${line}\n`);
}

/** Registered before anyone is told that we are there: whoever reads that line may end us at once. */
function stopOnSignals(app: { stop(): Promise<void> }, log: AppLog): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      log.info("stopping", { signal });
      await app.stop();
      process.exit(0);
    });
  }
}

try {
  await main();
} catch (error) {
  const said = error instanceof GsdError ? `${error.code}: ${error.message}` : String((error as Error).stack);
  process.stderr.write(`gsd does not start. ${said}\n`);
  process.exit(1);
}
