import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { GsdError } from "../core/gsd-error.ts";
import type { Logger } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";

/** Sets an output of this step. Written here, since every batch does it and `@actions/core` takes as long to load as all the rest. */
export function setOutput({ outputFile }: Environment, name: string, value: string): void {
  if (!outputFile)
    throw new GsdError("environment", "GITHUB_OUTPUT is not set; gsd's action runs in GitHub Actions.");
  appendFileSync(outputFile, formatOutput(name, value));
}

/** As GitHub reads it, for values of one line or many. Nobody can end a value early: the delimiter is drawn after it was written. */
export function formatOutput(name: string, value: string): string {
  const delimiter = `gsd-${randomUUID()}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}

/** Adds to the summary that GitHub shows for the job. */
export async function writeSummary(markdown: string): Promise<void> {
  const { summary } = await import("@actions/core");
  await summary.addRaw(markdown, true).write();
}

/** Ends the step as failed, with a message that GitHub shows on the run. */
export async function fail(message: string): Promise<void> {
  const { setFailed } = await import("@actions/core");
  setFailed(message);
}

/** Plain lines: fields are ours, never a payload, a prompt or a token. */
export const log: Logger = {
  info: (message, fields) => console.log(format(message, fields)),
  warn: (message, fields) => console.log(`warning: ${format(message, fields)}`),
};

function format(message: string, fields: Record<string, unknown> = {}): string {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [message, ...pairs].join(" ").replace(/[\r\n]+/g, " ");
}
