import { trackActions } from "../core/view/track-actions.ts";
import { address } from "./address.ts";
import type { Page, PageContext, WebReply } from "./page.ts";
import type { RepositorySource } from "./source.ts";
import { type Refusal, renderRefusal } from "./views/refusal.ts";

/** What somebody clicked: the command is named, and looked for among those that fit the track now. */
export interface Click {
  context: PageContext;
  repository: RepositorySource;
  form: URLSearchParams;
}

/**
 * A click is a comment by whoever clicked: gsd hears it as any other and asks GitHub again who may. A form cannot say anything
 * that the page would not offer now; what was approved is part of the command.
 */
export async function act({ context, repository, form }: Click): Promise<Page | WebReply | undefined> {
  const { viewer, params } = context;
  const { repository: name } = repository;
  const { issue = "" } = params;
  const track = /^[1-9]\d{0,9}$/.test(issue) ? await repository.track(Number(issue)) : undefined;
  if (!track) return undefined;
  const refuse = (why: Refusal) => renderRefusal(why, { repository: name, issue: track.issue });
  if (!viewer || !(await viewer.mayCommand(name))) return refuse("no-access");
  const [command, thread] = [form.get("command"), Number(form.get("thread"))];
  const action = trackActions(track).find((one) => one.command === command && one.thread === thread);
  if (!action) return refuse("outdated");
  const comment = await viewer.comment(name, action.thread, action.command);
  const location = `${address.track(name, track.issue)}?said=${action.thread}-${comment}`;
  return { status: 303, headers: { location }, body: "" };
}
