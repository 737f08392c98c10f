import { formatDiscussion } from "../../core/context/discussion.ts";
import type { Told } from "../../crew/create-ask.ts";
import { issueDigest } from "../../loop/observe-sender.ts";
import type { Sources } from "./sources.ts";

/** The issue's text, if it is the one that was approved to be read. */
export async function readIssue({ ports, track }: Sources): Promise<string | undefined> {
  const issue = await ports.github.issue(track.issue);
  return issue && issueDigest(ports, issue) === track.textSha256 ? issue.body : undefined;
}

/** What writers had said when it was asked for; what was edited since then is left out. */
export async function readDiscussion({ ports, track }: Sources): Promise<Told["discussion"]> {
  const { discussion } = track;
  if (!discussion) return undefined;
  const comments = await ports.github.comments(track.issue);
  const sayings = discussion.comments.flatMap(({ id, sha256 }) => {
    const found = comments.find((comment) => comment.id === id && ports.sha256(comment.body) === sha256);
    return found ? [{ by: found.author.login, at: found.createdAt, text: found.body }] : [];
  });
  const edited = discussion.edited + discussion.comments.length - sayings.length;
  return { text: formatDiscussion(sayings), edited, left: discussion.left };
}
