import type { IncomingMessage } from "node:http";

/** Cookies of the pages: out of reach of scripts, of other sites, and where there is TLS of other hosts. */
export interface Cookies {
  read(request: IncomingMessage, name: string): string | undefined;
  /** A `set-cookie` header. */
  set(name: string, value: string, seconds: number): string;
  clear(name: string): string;
}

/** `url` is where the pages are. Browsers take `__Host-` only with TLS. */
export function createCookies(url: string): Cookies {
  const isSafe = url.startsWith("https:");
  const full = (name: string) => (isSafe ? `__Host-${name}` : name);
  const fixed = `Path=/; HttpOnly; SameSite=Lax${isSafe ? "; Secure" : ""}`;
  return {
    read({ headers }, name) {
      const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
      const values = pairs.filter(([key]) => key === full(name));
      // Two of one name: somebody put another beside ours.
      return values.length === 1 ? values[0]?.[1] : undefined;
    },
    set: (name, value, seconds) => `${full(name)}=${value}; Max-Age=${seconds}; ${fixed}`,
    clear: (name) => `${full(name)}=; Max-Age=0; ${fixed}`,
  };
}
