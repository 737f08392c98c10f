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

/** Plain lines: fields are ours, never a payload, a prompt or a token. */
export const log: Logger = {
  info: (message, fields) => console.log(format(message, fields)),
  warn: (message, fields) => console.log(`warning: ${format(message, fields)}`),
};

function format(message: string, fields: Record<string, unknown> = {}): string {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [message, ...pairs].join(" ").replace(/[\r\n]+/g, " ");
}
