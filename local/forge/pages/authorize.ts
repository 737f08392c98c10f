import { html } from "../../../web/html.ts";
import { ApiRefusal } from "./api.ts";
import { redirect } from "./redirect.ts";
import type { Authorization, FormAction, Page, PageContext, View } from "./types.ts";

const scheme = "What the App may do with your name is what both of you may do.";

/** GitHub's page on which a person allows an App to act for them; whoever did it before is sent on at once. */
export const showAuthorize: View = async (context) => {
  const { query, viewer } = context;
  const authorization = authorizationOf(context);
  const known = authorization.goOn(viewer.login, query);
  if (known !== undefined) return redirect(302, known);
  const name = authorization.nameOf(query);
  return {
    title: `Authorize ${name}`,
    body: html`<h1>Authorize ${name}</h1>
<p><strong>${name}</strong> wants to know that you are <strong>${viewer.login}</strong>, and to act for you. ${scheme}</p>
<form method="post" action="/login/oauth/authorize">
<input type="hidden" name="_csrf" value="${context.csrf}">
<input type="hidden" name="request" value="${query.toString()}">
<button name="answer" value="allow">Authorize ${name}</button>
<button name="answer" value="deny" class="plain">Cancel</button>
</form>`,
  };
};

/** A form may lead to this site only, so the page that it leads to goes on to the App, as GitHub's does. */
export const answerAuthorize: FormAction = async (context, form) => {
  const query = new URLSearchParams(form.get("request") ?? "");
  const { login } = context.viewer;
  return goTo(
    authorizationOf(context).answer(login, query, form.get("answer") === "allow" ? "allow" : "deny"),
  );
};

function goTo(address: string): Page {
  return {
    title: "You are being redirected",
    refresh: `0;url=${address}`,
    body: html`<h1>You are being redirected</h1><p><a href="${address}">Go on to the App</a>, if nothing happens.</p>`,
  };
}

function authorizationOf({ options }: PageContext): Authorization {
  if (!options.authorization) throw new ApiRefusal(404, "There is no such page.");
  return options.authorization;
}
