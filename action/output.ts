import { GsdError } from "../core/gsd-error.ts";
import { logLine } from "../core/text/foreign.ts";
import type { Logger } from "../loop/ports.ts";

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

/** Does the work of an entry; what goes wrong ends the step as failed. */
export async function failing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await fail(
      error instanceof GsdError ? `${error.code}: ${error.message}` : String((error as Error).stack ?? error),
    );
  }
}

/** The runner shows a secret nowhere from now on. */
export function hide(secret: string): void {
  console.log(`::add-mask::${secret}`);
}

/** Plain lines: fields are ours, never a payload, a prompt or a token. */
export const log: Logger = {
  info: (message, fields) => console.log(format(message, fields)),
  warn: (message, fields) => console.log(`warning: ${format(message, fields)}`),
};

function format(message: string, fields: Record<string, unknown> = {}): string {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return logLine([message, ...pairs].join(" ")).replace(/\n+/g, " ");
}
