#!/usr/bin/env node
import { GsdError } from "../core/gsd-error.ts";

/** Commands by name; each is loaded when it is asked for. */
const commands: Record<string, { what: string; run: (args: string[]) => Promise<void> }> = {
  demo: {
    what: "takes a sample issue through the whole loop on a GitHub of your own [--once] [--app] [--port N] [--job-start SECONDS] [--report FILE] [--record FILE]",
    run: async (args) => (await import("./demo.ts")).demo(args),
  },
  local: {
    what: "starts that GitHub for any repository [--json] [--app] [--port N] [--repo PATH] [--engine script --script CMD] [--parallel N] [--job-start SECONDS] [--record FILE]",
    run: async (args) => (await import("./local.ts")).local(args),
  },
};

const usage = [
  "gsd <command>",
  ...Object.entries(commands).map(([name, { what }]) => `  ${name.padEnd(8)}${what}`),
].join("\n");

const asksForHelp = ["--help", "-h"];

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "help" || [name, ...args].some((word) => asksForHelp.includes(word))) {
    console.log(usage);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(`gsd: there is no command "${name}".\n${usage}`);
    return 2;
  }
  try {
    await command.run(args);
    return 0;
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (!(error instanceof GsdError) && !code.startsWith("ERR_PARSE_ARGS")) throw error;
    const isUsage = code.startsWith("ERR_PARSE_ARGS") || code === "usage";
    const hint = isUsage ? " `gsd help` lists all commands and options." : "";
    console.error(`gsd: ${(error as Error).message.replace(/\.?$/, ".")}${hint}`);
    return isUsage ? 2 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
