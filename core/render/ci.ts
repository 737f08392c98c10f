import type { CiStart, TokenRefusal } from "../model/access.ts";

/** Said in every report, so that nobody forgets what was chosen. */
export const ciAtOnce = "CI runs at once with your secrets (`ci: trusted`)";

/** How CI starts on a pull request, where it is trusted. */
export function ciLine(ci: CiStart | undefined): string {
  if (!ci) return "";
  if (ci.type === "at-once") return `⚠️ **${ciAtOnce}**, before anyone has looked at this code.`;
  return `⏸️ ${ciWaits(ci.why)}`;
}

/** That CI waits although it is trusted, why, and what to do. */
export function ciWaits(why: TokenRefusal): string {
  return `**CI waits for a person** here, although \`ci: trusted\` is set: ${reasons[why]} (\`${why}\`). Look at the change and press *Approve and run workflows*. docs/install-app.md says what to do about each code.`;
}

const reasons: Readonly<Record<TokenRefusal, string>> = {
  "no-address": "gsd's workflow lacks `app:`",
  "no-identity": "gsd's workflow does not grant `id-token: write`",
  unreachable: "the App did not answer",
  off: "the App gives no tokens to jobs",
  malformed: "the App is of another release",
  signature: "the App could not verify who asked",
  issuer: "the App trusts another GitHub",
  audience: "the App has another address",
  expired: "the clocks of the App and GitHub differ",
  repository: "the App is not installed here",
  event: "its event does not count",
  branch: "the run is not from the default branch's stub",
  workflow: "the App does not trust the pinned release",
  runner: "publish ran on a machine of your own",
  config: "the default branch does not say so",
  job: "the ledger does not have the job",
  again: "this job had its token",
  "too-many": "too many jobs asked the App",
  unavailable: "the App could not reach GitHub",
};
