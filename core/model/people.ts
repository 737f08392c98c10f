import type { Track } from "./track.ts";

/** Whom to call when a track waits for a person, by their logins, each once. */
export function peopleToCall({ config, plan, requestedBy }: Track): string[] {
  const logins = config.notify.map((who) => {
    if (who === "approver") return plan.approved?.by ?? requestedBy;
    return who === "requester" ? requestedBy : who.replace(/^@/, "");
  });
  return [...new Set(logins.filter((login) => login !== ""))];
}
