import { GsdError } from "../../core/gsd-error.ts";
import type { Answer, Question } from "../../core/ports/github/look.ts";

type Ask = (question: Question) => Promise<Answer>;

interface Waiting {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const lists = ["files", "folders", "commits", "pulls", "heads", "issues", "texts", "labels", "refs"] as const;

/** Parts of one request: as much as GitHub's GraphQL answers without complaint. */
const mostParts = 150;

/** Questions that are asked in the same turn go out as one request, and each gets its own part of the answer. */
export function joinQuestions(ask: Ask): Ask {
  let waiting: Waiting[] = [];
  const send = () => {
    const all = waiting;
    waiting = [];
    for (const group of groupsOf(all)) void answerAll(ask, group);
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ question, resolve, reject });
    });
}

/** A question that is large by itself is not cut. */
function groupsOf(waiting: Waiting[]): Waiting[][] {
  const groups: { members: Waiting[]; parts: number }[] = [];
  for (const one of waiting) {
    const parts = lists.reduce((sum, list) => sum + one.question[list].length, 0);
    const last = groups.at(-1);
    if (last && last.parts + parts <= mostParts) {
      last.members.push(one);
      last.parts += parts;
    } else groups.push({ members: [one], parts });
  }
  return groups.map(({ members }) => members);
}

async function answerAll(ask: Ask, group: Waiting[]): Promise<void> {
  const [first, second] = group;
  if (!first) return;
  if (!second) return ask(first.question).then(first.resolve, first.reject);
  try {
    const answer = await ask(joined(group.map(({ question }) => question)));
    for (const [at, { resolve }] of group.entries()) resolve(partOf(answer, group, at));
  } catch (error) {
    if (isPassing(error)) for (const { reject } of group) reject(error);
    // What is refused to one of them is not refused to the others.
    else await Promise.all(group.map(({ question, resolve, reject }) => ask(question).then(resolve, reject)));
  }
}

/** What nobody gets an answer to just now. */
function isPassing(error: unknown): boolean {
  return error instanceof GsdError && (error.code === "unavailable" || error.code === "rate-limited");
}

function joined(questions: Question[]): Question {
  return {
    files: questions.flatMap(({ files }) => files),
    folders: questions.flatMap(({ folders }) => folders),
    commits: questions.flatMap(({ commits }) => commits),
    pulls: questions.flatMap(({ pulls }) => pulls),
    heads: questions.flatMap(({ heads }) => heads),
    issues: questions.flatMap(({ issues }) => issues),
    texts: questions.flatMap(({ texts }) => texts),
    labels: questions.flatMap(({ labels }) => labels),
    refs: questions.flatMap(({ refs }) => refs),
    newestPulls: questions.some(({ newestPulls }) => newestPulls),
    settings: questions.some(({ settings }) => settings),
    shared: questions.some(({ shared }) => shared),
  };
}

/** The part of an answer that belongs to one of the questions. */
function partOf(answer: Answer, group: Waiting[], at: number): Answer {
  const before = group.slice(0, at).map(({ question }) => question);
  const own = group[at]?.question;
  const part = <T>(list: (typeof lists)[number], all: T[]): T[] => {
    const start = before.reduce((sum, question) => sum + question[list].length, 0);
    return all.slice(start, start + (own?.[list].length ?? 0));
  };
  return {
    defaultBranch: answer.defaultBranch,
    files: part("files", answer.files),
    folders: part("folders", answer.folders),
    commits: part("commits", answer.commits),
    pulls: part("pulls", answer.pulls),
    heads: part("heads", answer.heads),
    issues: part("issues", answer.issues),
    texts: part("texts", answer.texts),
    labeled: part("labels", answer.labeled),
    refs: part("refs", answer.refs),
    newestPulls: own?.newestPulls ? answer.newestPulls : [],
    settings: own?.settings ? answer.settings : undefined,
    shared: own?.shared ? answer.shared : undefined,
  };
}
