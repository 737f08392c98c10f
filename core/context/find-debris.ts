/** Traces of somebody who was still thinking when they wrote it. */
const deliberation: readonly RegExp[] = [
  /\bwe (?:have |had )?explored\b/iu,
  /\bafter much (?:discussion|thought)\b/iu,
  /\bon second thoughts?\b/iu,
  /\b(?:let me|let['’]s|let us) (?:think|consider|reconsider|see|start|look|check|explore|step back)\b/iu,
  /\b(?:thinking|reasoning) (?:out loud|step by step)\b/iu,
  /^\s*(?:[-*]\s*)?(?:(?:hmm+|okay|alright)\s*[,.…—]|wait, (?:no|but|actually|that|i|we)\b)/iu,
  /\b(?:i|we) (?:think|guess|wonder|could also|might also|am not sure|are not sure|'m not sure)\b/iu,
  /\b(?:maybe|perhaps) (?:i|we) (?:should|could|can)\b/iu,
  /\bshould (?:i|we) [^.?!\n]{1,80}\?/iu,
  /\b(?:i will|i'll|i am going to|i'm going to|my plan is to|next,? i)\b/iu,
  /\bas (?:discussed|mentioned) (?:above|earlier|before)\b/iu,
  /\bon the other hand\b/iu,
  /\bpros and cons\b/iu,
  /<\/?(?:thinking|scratchpad|reasoning|analysis)>/iu,
];

/** Words of deliberation that a task may need for itself: one about retries has a first attempt, a form three options. */
const doubtful: readonly RegExp[] = [
  /\balternative approach(?:es)?\b/iu,
  /\bthree options\b/iu,
  /\bfirst attempt\b/iu,
  /\b(?:trying|tried) different\b/iu,
  /\banother possibility\b/iu,
];

/** What shows that such words tell how somebody decided: who they are, that they weighed something, another idea. */
const deciding: readonly RegExp[] = [
  /\b(?:i|we|us|my|our)\b/iu,
  /\b(?:consider(?:ed|ing)|weigh(?:ed|ing)|chose|decided|settled on|turned out)\b/iu,
  /^\s*(?:[-*]\s*)?(?:(?:an )?alternative approach|another possibility)\b/iu,
];

/** What is left to do for a planner is no business of whoever does the task. */
const leftToDo = /^\s*(?:[-*]\s*)?(?:\[[ x]\]\s|TODO\b\s*:|TBD\b|FIXME\b\s*:)/iu;

export interface Debris {
  line: number;
  text: string;
  /** Whether it can be nothing else; the rest may be what the task is about. */
  sure: boolean;
}

/** Planning debris, by line, at most one for each line. Doubtful words are sure where there are several of them. */
export function findDebris(text: string): Debris[] {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) => {
    const words = firstOf([...deliberation, leftToDo], line);
    if (words !== undefined) return [{ line: index + 1, text: words, sure: true }];
    return doubtsIn(line).map((doubt) => ({ ...doubt, line: index + 1 }));
  });
  if (found.length === 0) return findOptions(lines);
  const different = new Set(found.map(({ text: words }) => words.toLowerCase()));
  const isSure = different.size > 1;
  return onePerLine(found.map((debris) => ({ ...debris, sure: debris.sure || isSure })));
}

function doubtsIn(line: string): Pick<Debris, "text" | "sure">[] {
  return sentencesOf(line).flatMap((sentence) =>
    doubtful.flatMap((pattern) => {
      const words = firstOf([pattern], sentence);
      if (words === undefined) return [];
      return [{ text: words, sure: deciding.some((one) => one.test(sentence)) }];
    }),
  );
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?;])\s+/u);
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match[0].trim();
  }
  return undefined;
}

function onePerLine(found: Debris[]): Debris[] {
  return found.filter(({ line }, index) => found[index - 1]?.line !== line);
}

/** Alternatives next to one another: whoever planned did not decide. */
function findOptions(lines: string[]): Debris[] {
  const found = new Map<string, Debris>();
  for (const [index, line] of lines.entries())
    for (const [text, name = ""] of line.matchAll(/\b(?:option|alternative|approach) ([A-D]|[1-4])\b/giu))
      found.set(name.toUpperCase(), { line: index + 1, text, sure: true });
  return found.size > 1 ? [...found.values()] : [];
}
