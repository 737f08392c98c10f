import { isIP } from "node:net";
import { GsdError } from "../../core/gsd-error.ts";

/** A place that may be reached: `name` (port 443), `name:8443`, or `http://name` (port 80, in the clear). */
export interface AllowedHost {
  host: string;
  port: number;
  plain: boolean;
}

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** One entry of the configuration; throws `config` with an example. */
export function parseAllowedHost(text: string): AllowedHost {
  const match = /^(http:\/\/)?([^:/]+)(?::(\d{1,5}))?$/.exec(text.toLowerCase());
  const [, scheme, host = "", port] = match ?? [];
  const plain = scheme !== undefined;
  const parsed = { host, port: Number(port ?? (plain ? 80 : 443)), plain };
  if (isHostName(host) && parsed.port > 0 && parsed.port < 65_536) return parsed;
  throw new GsdError(
    "config",
    `"${text}" is not a host to allow. Write a full name such as packages.example.org, name:8443, or http://name; no address and no wildcard.`,
  );
}

/** A name and port as CONNECT asks for it; nothing for anything unusual: an address, a bare or dotted name, control characters. */
export function parseAuthority(text: string): { host: string; port: number } | undefined {
  const [, host = "", port] = /^([A-Za-z0-9.-]{1,253}):(\d{1,5})$/.exec(text) ?? [];
  const name = host.toLowerCase();
  return isHostName(name) ? { host: name, port: Number(port) } : undefined;
}

function isHostName(name: string): boolean {
  // The last label needs a letter first: 127.1, 0x7f.1 and 2130706433 are addresses to some resolvers.
  return hostName.test(name) && isIP(name) === 0;
}
