import type { Route } from "../../../web/match-route.ts";
import { answerAuthorize } from "./authorize.ts";
import type { FormAction, Issue, PageContext } from "./types.ts";

const issuePath = ({ repo, params }: PageContext) => `/repos/${repo}/issues/${Number(params["number"])}`;
/** Back to the thread; the issue's page leads on to the pull request's when it is one. */
const thread = ({ repo, params }: PageContext) => `/${repo}/issues/${Number(params["number"])}`;

const openIssue: FormAction = async ({ api, repo }, form) => {
  const issue = await api.send<Issue>("POST", `/repos/${repo}/issues`, {
    title: form.get("title") ?? "",
    body: unix(form.get("body")),
  });
  return `/${repo}/issues/${issue.number}`;
};

const comment: FormAction = async (context, form) => {
  await context.api.send("POST", `${issuePath(context)}/comments`, { body: unix(form.get("body")) });
  return thread(context);
};

const addLabel: FormAction = async (context, form) => {
  await context.api.send("POST", `${issuePath(context)}/labels`, { labels: [form.get("name") ?? ""] });
  return thread(context);
};

const removeLabel: FormAction = async (context, form) => {
  const name = encodeURIComponent(form.get("name") ?? "");
  await context.api.send("DELETE", `${issuePath(context)}/labels/${name}`);
  return thread(context);
};

const setState: FormAction = async (context, form) => {
  const state = form.get("state") === "open" ? "open" : "closed";
  await context.api.send("PATCH", issuePath(context), { state });
  return thread(context);
};

const review: FormAction = async (context, form) => {
  const event = form.get("event") === "REQUEST_CHANGES" ? "REQUEST_CHANGES" : "APPROVE";
  const body = unix(form.get("body"));
  await context.api.send("POST", `/repos/${context.repo}/pulls/${Number(context.params["number"])}/reviews`, {
    event,
    commit_id: form.get("sha") ?? "",
    ...(body && { body }),
  });
  return thread(context);
};

const merge: FormAction = async (context, form) => {
  await context.api.send("PUT", `/repos/${context.repo}/pulls/${Number(context.params["number"])}/merge`, {
    merge_method: form.get("method") ?? "squash",
    sha: form.get("sha") ?? "",
  });
  return thread(context);
};

const steerRun =
  (verb: "cancel" | "approve"): FormAction =>
  async ({ api, repo, params }) => {
    await api.send("POST", `/repos/${repo}/actions/runs/${Number(params["id"])}/${verb}`);
    return `/${repo}/actions/runs/${Number(params["id"])}`;
  };

/** What people may do on the pages: each is one call of the REST API as that person. */
export const formRoutes: readonly Route<FormAction>[] = [
  { template: "/login/oauth/authorize", target: answerAuthorize },
  { template: "/:owner/:repo/issues/new", target: openIssue },
  { template: "/:owner/:repo/issues/:number/comment", target: comment },
  { template: "/:owner/:repo/issues/:number/labels/add", target: addLabel },
  { template: "/:owner/:repo/issues/:number/labels/remove", target: removeLabel },
  { template: "/:owner/:repo/issues/:number/state", target: setState },
  { template: "/:owner/:repo/pull/:number/review", target: review },
  { template: "/:owner/:repo/pull/:number/merge", target: merge },
  { template: "/:owner/:repo/actions/runs/:id/cancel", target: steerRun("cancel") },
  { template: "/:owner/:repo/actions/runs/:id/approve", target: steerRun("approve") },
];

/** Forms send lines ended by CRLF; GitHub stores what its own pages send without the CR. */
function unix(text: string | null): string {
  return (text ?? "").replaceAll("\r\n", "\n");
}
