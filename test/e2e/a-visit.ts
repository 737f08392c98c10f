import type { Person } from "../../local/demo/person.ts";
import type { aWorld } from "./a-world.ts";

/** Any world with the people of `aWorld`, in the repository below. */
export type VisitedWorld = Awaited<ReturnType<typeof aWorld>>;

export const where = { owner: "acme", repo: "tally" };

/** What a comment got at once: the bot's 👀 or 😕, and what the bot wrote in the thread after it. */
export interface Heard {
  reactions: string[];
  text: string;
}

/** Comments, waits until all is quiet, and tells what came back. */
export async function ask(world: VisitedWorld, who: Person, thread: number, body: string): Promise<Heard> {
  const comment = await who.comment(thread, body);
  await world.idle();
  return hear(world, thread, comment);
}

export async function hear(world: VisitedWorld, thread: number, comment: number): Promise<Heard> {
  const signs = await signsOf(world, comment);
  const said = (await world.maintainer.comments(thread)).filter(
    (one) => one.id > comment && one.user?.type === "Bot" && !one.body?.includes("gsd:sticky"),
  );
  return {
    // What follows tells what became of it.
    reactions: signs.slice(0, 1),
    text: said.map((one) => withoutMarker(one.body ?? "")).join("\n\n"),
  };
}

/** All reactions to a comment, in their order. */
export async function signsOf(world: VisitedWorld, comment: number): Promise<string[]> {
  const { data } = await world.maintainer.octokit.rest.reactions.listForIssueComment({
    ...where,
    comment_id: comment,
  });
  return data.map((reaction) => reaction.content);
}

function withoutMarker(text: string): string {
  return text.replace(/\n*<!-- gsd:.*? -->/g, "");
}

/** Opens an issue, asks for a plan, waits; returns the issue and its plan's pull request. */
export async function plan(
  world: VisitedWorld,
  title = "Write files",
): Promise<{ issue: number; pull: number }> {
  const issue = await world.maintainer.openIssue({ title, body: "Please." });
  await world.maintainer.label(issue, "gsd:plan");
  await world.idle();
  const pull = await pullFrom(world, `gsd/${issue}-`).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await readThread(world, issue)}`);
  });
  return { issue, pull };
}

/** The open pull request whose branch begins so. */
export async function pullFrom(world: VisitedWorld, branch: string): Promise<number> {
  const pulls = await world.maintainer.openPulls();
  const found = pulls.find((pull) => pull.head.ref.startsWith(branch));
  if (!found)
    throw new Error(`No open pull request from ${branch}; there are ${pulls.map((one) => one.head.ref)}`);
  return found.number;
}

/** All that was said in a thread, as people see it. */
export async function readThread(world: VisitedWorld, thread: number): Promise<string> {
  const comments = await world.maintainer.comments(thread);
  return comments.map((one) => `--- ${one.user?.login}: ${one.body}`).join("\n");
}

/** A person's commit through the web editor; null deletes. */
export async function edit(
  who: Person,
  branch: string,
  path: string,
  text: string | ((before: string) => string),
): Promise<string> {
  const { repos } = who.octokit.rest;
  const before = await repos.getContent({ ...where, path, ref: branch }).then(
    ({ data }) => data as { sha: string; content: string },
    () => undefined,
  );
  const old = before ? Buffer.from(before.content, "base64").toString() : "";
  const { data } = await repos.createOrUpdateFileContents({
    ...where,
    path,
    branch,
    message: `edit ${path}`,
    content: Buffer.from(typeof text === "string" ? text : text(old)).toString("base64"),
    ...(before ? { sha: before.sha } : {}),
  });
  return data.commit.sha!;
}
