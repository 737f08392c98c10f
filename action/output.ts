import type { Logger } from "../loop/ports.ts";

/** What the action tells its runner. `@actions/core` is large: it is loaded when there is something to say. */
export async function setOutput(name: string, value: string): Promise<void> {
  const core = await import("@actions/core");
  core.setOutput(name, value);
}

export async function writeSummary(markdown: string): Promise<void> {
  const core = await import("@actions/core");
  await core.summary.addRaw(markdown, true).write();
}

export async function fail(message: string): Promise<void> {
  const core = await import("@actions/core");
  core.setFailed(message);
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
