import { stubPath } from "../install/stub.ts";
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
  const [reason, fix] = reasons[why];
  return `**CI waits for a person** here, although \`ci: trusted\` is set: ${reason} (\`${why}\`). Look at the change and press *Approve and run workflows*. ${fix}`;
}

const stub = `\`${stubPath}\``;
const operator = "The App's operator finds the reason in its log, and the settings in docs/install-app.md.";

const reasons: Readonly<Record<TokenRefusal, [reason: string, fix: string]>> = {
  "no-address": [
    "the workflow does not name the App",
    `Write \`app: https://…\` under \`with:\` in ${stub}.`,
  ],
  "no-identity": [
    "the workflow may not say who it is",
    `Grant \`id-token: write\` under \`permissions:\` of the job in ${stub}.`,
  ],
  unreachable: ["the App did not answer", `Check the address in ${stub}, and that the App is running.`],
  off: ["the App gives no tokens to jobs", "Its operator turns that on by `GSD_URL` (docs/install-app.md)."],
  malformed: ["the App did not understand the request", `Pin the App's own release in ${stub}.`],
  signature: ["the App could not verify who asked", operator],
  issuer: ["the App trusts another GitHub", operator],
  audience: ["the App has another address", `Make \`GSD_URL\` of the App and \`app:\` in ${stub} the same.`],
  expired: ["the clocks of the App and GitHub differ", operator],
  repository: ["the App is not installed on this repository", "Install it, or ask whoever owns it."],
  event: ["the run was started by an event that does not count", operator],
  branch: [
    "the run does not come from the workflow file of the default branch that the App starts",
    `The App's \`GSD_WORKFLOW\` has to name ${stub}.`,
  ],
  workflow: [
    "the App does not trust the release that the workflow pins",
    "Its operator allows it by `GSD_TRUSTED_WORKFLOWS` (docs/install-app.md).",
  ],
  runner: [
    "publish ran on a machine of your own",
    "Let it run on GitHub's, or the App's operator allows it by `GSD_TRUSTED_RUNNERS`.",
  ],
  config: ["`.github/gsd.yml` on the default branch does not say so", "Nothing has to be done."],
  job: ["the App does not find the job in the ledger", operator],
  again: ["the App had given this job a token before", "The next job gets one again."],
  "too-many": [
    "too many jobs of this repository asked the App",
    "The next ones get a token within the hour.",
  ],
  unavailable: ["the App could not reach GitHub", "The next job tries again."],
};
