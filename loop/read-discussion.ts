import { isWriter } from "../core/command/permissions.ts";
import { saysSomething } from "../core/context/discussion.ts";
import { type Discussion, mostComments } from "../core/model/discussion.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Instant } from "../core/model/ids.ts";
import type { Comment } from "../core/ports/github/issues.ts";
import type { Ports } from "./ports.ts";

/** Of this many people we ask GitHub whether they may write; what others said is left out. */
const mostPeople = 20;

/** What people with write access had said in an issue by then: the newest comments, each by its digest. */
export async function readDiscussion(
  ports: Ports,
  facts: Facts,
  { issue, until }: { issue: number; until: Instant },
): Promise<Discussion | undefined> {
  const said = (await ports.github.comments(issue)).filter(
    ({ author, body, createdAt }) => !author.bot && createdAt <= until && saysSomething(body),
  );
  const people = [...new Set(said.map(({ author }) => author.login).reverse())].slice(0, mostPeople);
  const writers: string[] = [];
  for (const login of people) if (await maySpeak(ports, facts, login)) writers.push(login);
  const heard = said.filter(({ author }) => writers.includes(author.login));
  if (heard.length === 0) return undefined;
  const stands = heard.filter(({ updatedAt }) => updatedAt <= until);
  const comments = stands.slice(-mostComments).map((comment) => toEntry(ports, comment));
  return { comments, left: stands.length - comments.length, edited: heard.length - stands.length };
}

async function maySpeak({ github }: Ports, { actor }: Facts, login: string): Promise<boolean> {
  const permission = actor?.login === login ? actor.permission : await github.permissionOf(login);
  return isWriter({ bot: false, permission });
}

function toEntry({ sha256 }: Ports, { id, body }: Comment) {
  return { id, sha256: sha256(body) };
}
