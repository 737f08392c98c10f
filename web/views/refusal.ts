import { address } from "../address.ts";
import { html } from "../html.ts";
import type { Page } from "../page.ts";
import type { RepositoryName } from "../source.ts";

/** Why a click came to nothing. */
export type Refusal = "no-access" | "outdated";

const refusals: Record<Refusal, { status: number; title: string; words: string }> = {
  "no-access": {
    status: 403,
    title: "You may not do that here",
    words: "Commands take write access to the repository. Nothing was posted.",
  },
  outdated: {
    status: 409,
    title: "The track has moved on",
    words: "What you clicked does not fit it any more. Nothing was posted: look at the track as it is now.",
  },
};

/** The page in place of what somebody clicked. */
export function renderRefusal(why: Refusal, of: { repository: RepositoryName; issue: number }): Page {
  const { status, title, words } = refusals[why];
  const { repository, issue } = of;
  const body = html`<h1>${title}</h1>
<p>${words}</p>
<p><a href="${address.track(repository, issue)}">Back to the track</a></p>`;
  return { title, body, status, repository, tab: "tracks" };
}
