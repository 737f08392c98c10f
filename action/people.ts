import { GsdError } from "../core/gsd-error.ts";
import { readEnvironment } from "./environment.ts";
import { failing } from "./output.ts";
import { peoplesCommands } from "./peoples-commands.ts";

/** The entry of `uses: OWNER/gsd@v1`: the action for people. Our own workflows start `main.ts`. */
async function main(): Promise<void> {
  const environment = readEnvironment();
  const command = peoplesCommands[environment.command];
  if (command) return command(environment);
  const known = Object.keys(peoplesCommands).join(", ");
  throw new GsdError("command", `gsd's action has no command "${environment.command}"; it has ${known}.`);
}

await failing(main);
