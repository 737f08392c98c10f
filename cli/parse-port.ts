import { GsdError } from "../core/gsd-error.ts";

/** The value of `--port`, if it was given. */
export function parsePort(text: string | undefined): { port?: number } {
  if (text === undefined) return {};
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return { port };
  throw new GsdError("usage", `--port takes a number from 0 to 65535 (0: any free one), not "${text}".`);
}
