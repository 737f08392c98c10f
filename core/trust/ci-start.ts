import type { Access, CiStart } from "../model/access.ts";
import type { Config } from "../model/config.ts";

/** How CI starts on what is published with that token; undefined where nobody wants it to start without a person. */
export function ciStart({ ci }: Pick<Config, "ci">, access: Access): CiStart | undefined {
  if (access.by === "app") return { type: "at-once" };
  // The App has read the newest configuration: it is not trusted any more.
  if (ci !== "trusted" || access.because === "config") return undefined;
  return { type: "waits", why: access.because };
}
