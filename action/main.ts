import { GsdError } from "../core/gsd-error.ts";
import { readEnvironment } from "./environment.ts";
import { fail } from "./output.ts";

/** The action's entry: one bundle for all zones; each loads only what it needs. */
async function main(): Promise<void> {
  const environment = readEnvironment();
  switch (environment.zone) {
    case "control":
      return (await import("./control.ts")).control(environment);
    case "agent":
      return (await import("./agent.ts")).agent(environment);
    case "rescue":
      return (await import("./rescue.ts")).rescue(environment);
    case "publish":
      return (await import("./publish.ts")).publish(environment);
    default:
      throw new GsdError(
        "zone",
        `"${environment.zone}" is no zone; it is control, agent, rescue or publish.`,
      );
  }
}

try {
  await main();
} catch (error) {
  await fail(
    error instanceof GsdError ? `${error.code}: ${error.message}` : String((error as Error).stack ?? error),
  );
}
