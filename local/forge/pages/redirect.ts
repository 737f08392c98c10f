import type { Reply } from "./types.ts";

/** Leads elsewhere on this site. */
export function redirect(status: 302 | 303, location: string): Reply {
  return { status, headers: { location }, body: "" };
}
