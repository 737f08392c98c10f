import { GsdError } from "../core/gsd-error.ts";
import { readEnvironment } from "./environment.ts";
import { isForOthers } from "./is-for-others.ts";
import { failing, log } from "./output.ts";

/** The action's entry: one bundle for all zones; each loads only what it needs, and nothing for an event that is not ours. */
async function main(): Promise<void> {
  const environment = readEnvironment();
  switch (environment.zone) {
    case "control":
      if (isForOthers(environment))
        return log.info("nothing for gsd in this event", { event: environment.event.name });
      return (await import("./control.ts")).control(environment);
    case "begin":
      return (await import("./begin.ts")).begin(environment);
    case "agent":
      return (await import("./agent.ts")).agent(environment);
    case "rescue":
      return (await import("./rescue.ts")).rescue(environment);
    case "publish":
      return (await import("./publish.ts")).publish(environment);
    default:
      throw new GsdError(
        "zone",
        `"${environment.zone}" is not a zone; it is control, begin, agent, rescue or publish.`,
      );
  }
}

await failing(main);
