import type { GsdError } from "../../core/gsd-error.ts";
import { address } from "../address.ts";
import { html } from "../html.ts";
import type { Page } from "../page.ts";

type Code = GsdError["code"];

interface Problem {
  status: number;
  title: string;
  words: string;
}

const notFound: Problem = {
  status: 404,
  title: "Not found",
  words: "There is no such page, or you may not read the repository that it is about.",
};

const problems: Partial<Record<Code, Problem>> = {
  "not-found": notFound,
  forbidden: notFound,
  unauthorized: {
    status: 401,
    title: "GitHub does not know you here any more",
    words: "Sign in again, then load this page anew.",
  },
  "rate-limited": {
    status: 503,
    title: "GitHub takes no more requests for now",
    words: "Its limit for you is used up. Load this page again in a few minutes.",
  },
  unavailable: {
    status: 502,
    title: "GitHub cannot be reached",
    words: "Nothing is lost. Load this page again in a minute.",
  },
};

const unreadable: Problem = {
  status: 502,
  title: "This cannot be shown",
  words: "What gsd keeps about it cannot be read. docs/ledger.md says how to restore it.",
};

/** What is said of a failure, by its code. */
export function problemWords(code: Code): Problem {
  return problems[code] ?? unreadable;
}

/** The page in place of one that there is not, or that could not be made. */
export function renderProblem(code: Code, said = ""): Page {
  const { status, title, words } = problemWords(code);
  const body = html`<h1>${title}</h1>
<p>${words}</p>
${status !== 404 && said && html`<p class="quiet">${said} <code>${code}</code></p>`}
<p><a href="${address.overview}">All tracks</a></p>`;
  return { title, body, status };
}
