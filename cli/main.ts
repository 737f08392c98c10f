import { GsdError } from "../core/gsd-error.ts";
import { demo } from "./demo.ts";

const commands: Record<string, (args: string[]) => Promise<void>> = { demo };

const [name = "help", ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`gsd: "${name}" is no command; there are ${Object.keys(commands).join(", ")}.`);
  process.exitCode = 2;
} else {
  try {
    await command(args);
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    console.error(`gsd: ${error.message}`);
    process.exitCode = 1;
  }
}
