import { type Html, html } from "../html.ts";
import type { Page } from "../page.ts";

/** Why somebody is asked to sign in, or could not. */
export type SignInReason =
  | "needed"
  | "ended"
  | "denied"
  | "mixed-up"
  | "too-many"
  | "unavailable"
  | "misconfigured";

const reasons: Record<SignInReason, { status: number; title: string; words: string }> = {
  needed: {
    status: 401,
    title: "Sign in to see this",
    words: "GitHub then says which repositories you may read here, and nobody sees more than that.",
  },
  ended: {
    status: 401,
    title: "You are signed out",
    words: "Your session is over. If you clicked something, it was not done: sign in and click again.",
  },
  denied: {
    status: 403,
    title: "You did not sign in",
    words: "GitHub says that you did not allow it. Nothing was kept.",
  },
  "mixed-up": {
    status: 400,
    title: "This sign-in does not fit your browser",
    words: "It took more than ten minutes, was used before, or was begun elsewhere. Begin again.",
  },
  "too-many": {
    status: 429,
    title: "Too many sign-ins from your address",
    words: "Wait a minute, then try again.",
  },
  unavailable: {
    status: 502,
    title: "GitHub does not answer",
    words: "Try again in a minute.",
  },
  misconfigured: {
    status: 502,
    title: "GitHub does not accept this App",
    words: "Whoever runs it finds the reason in its log. Signing in again does not help before that.",
  },
};

/** The page on which people sign in, and come back to `back`. */
export function renderSignIn(why: SignInReason, back: string): Page {
  const { status, title, words } = reasons[why];
  const address = `/login?back=${encodeURIComponent(back)}`;
  return {
    title,
    status,
    body: html`<h1>${title}</h1><p>${words}</p><p><a class="button" href="${address}">Sign in with GitHub</a></p>`,
  };
}

/** What stands beside the name of someone who signed in. */
export function renderSignOut(field: { name: string; value: string }): Html {
  return html`<form method="post" action="/logout" class="sign-out"><input type="hidden" name="${field.name}" value="${field.value}"><button class="plain">Sign out</button></form>`;
}
