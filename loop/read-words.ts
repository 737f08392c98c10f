import { isWriter } from "../core/command/permissions.ts";
import { isUnderWay } from "../core/decide/amend.ts";
import type { Discussion } from "../core/decide/collect-words.ts";
import { mayCommand } from "../core/decide/on-commented.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Instant, TaskId } from "../core/model/ids.ts";
import { type Track, taskOfPull } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import type { Ports } from "./ports.ts";

/** Whoever says much has a few friends: more people than this are not looked up. */
const mostPeople = 30;

/** Reads what people said about the tasks that somebody wants to be worked on again. What is read now is what counts. */
export async function readWords(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track; trigger: Commented },
): Promise<void> {
  for (const { pull, since } of revisedPulls(facts, track, trigger)) {
    if (facts.pulls[pull]?.state !== "open") continue;
    const discussion = await readDiscussion(ports, pull);
    const heard = await ports.parse("words", discussion, {
      writers: await writersIn(ports, discussion),
      requests: (facts.pulls[pull]?.requests ?? []).map(({ review }) => review),
      since: since.slice(0, 19),
      source: trigger.source,
    });
    const none = { words: [], left: discussion.comments.length + discussion.reviews.length };
    facts.words = { ...facts.words, [pull]: heard.ok ? heard.value : none };
  }
}

/** A pull request, and when people were last shown what it holds. */
interface Shown {
  pull: number;
  since: Instant;
}

/** The pull requests whose authors are to hear what people said, if this sender may ask for that. */
export function revisedPulls(facts: Facts, track: Track, trigger: Commented): Shown[] {
  const tasks = revisedTasks(facts, track, trigger).flatMap((id) => {
    const proposal = track.tasks[id]?.proposal;
    if (!proposal) return [];
    const { pull, shownAt, readyAt, blockedAt } = proposal;
    return [{ pull, since: shownAt ?? readyAt ?? blockedAt ?? "" }];
  });
  const { proposed, approved } = track.plan;
  const shown = approved ?? proposed;
  const mayBe = track.phase === "proposed" || isUnderWay(track);
  if (!mayBe || !shown || track.pull === undefined) return tasks;
  const isPlan = trigger.commands.some(
    (command) => command.type === "revise" && command.task === undefined && mayCommand(facts, command),
  );
  return isPlan ? [...tasks, { pull: track.pull, since: shown.at }] : tasks;
}

/** The tasks among them. */
function revisedTasks(facts: Facts, track: Track, { commands, thread }: Commented): TaskId[] {
  const here = taskOfPull(track, thread);
  const ids = commands.flatMap((command) => {
    if (command.type !== "retry" && command.type !== "revise") return [];
    return mayCommand(facts, command) ? (command.task ?? here ?? []) : [];
  });
  return [...new Set(ids)];
}

async function readDiscussion({ github }: Ports, pull: number): Promise<Discussion> {
  const { threads, left } = await github.openThreads(pull);
  const reviews = await github.reviews(pull);
  const comments = await github.comments(pull);
  return { threads, unread: left, reviews, comments };
}

/** Everyone who said something and has write access, by what GitHub says of them now. */
async function writersIn({ github }: Ports, discussion: Discussion): Promise<Set<string>> {
  const { threads, reviews, comments } = discussion;
  const authors = [
    ...threads.flatMap((thread) => thread.comments.map(({ by }) => by)),
    ...reviews.map(({ author }) => author),
    ...comments.map(({ author }) => author),
  ];
  const people = [...new Set(authors.flatMap(({ login, bot }) => (bot ? [] : [login])))].slice(0, mostPeople);
  const writers = new Set<string>();
  for (const login of people) {
    if (isWriter({ bot: false, permission: await github.permissionOf(login) })) writers.add(login);
  }
  return writers;
}
