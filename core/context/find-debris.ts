/** Traces of somebody who was still thinking when they wrote it. */
const deliberation: readonly RegExp[] = [
  /\bwe (?:have |had )?explored\b/iu,
  /\balternative approach(?:es)?\b/iu,
  /\bafter much (?:discussion|thought)\b/iu,
  /\bthree options\b/iu,
  /\bfirst attempt\b/iu,
  /\b(?:trying|tried) different\b/iu,
  /\bon second thoughts?\b/iu,
  /\banother possibility\b/iu,
  /\b(?:let me|let['’]s|let us) (?:think|consider|reconsider|see|start|look|check|explore|step back)\b/iu,
  /\bon the other hand\b/iu,
  /\b(?:thinking|reasoning) (?:out loud|step by step)\b/iu,
  /\bpros and cons\b/iu,
  /^\s*(?:[-*]\s*)?(?:(?:hmm+|okay|alright)\s*[,.…—]|wait, (?:no|but|actually|that|i|we)\b)/iu,
  /\b(?:i|we) (?:think|guess|wonder|could also|might also|am not sure|are not sure|'m not sure)\b/iu,
  /\b(?:maybe|perhaps) (?:i|we) (?:should|could|can)\b/iu,
  /\bshould (?:i|we) [^.?!\n]{1,80}\?/iu,
  /\b(?:i will|i'll|i am going to|i'm going to|my plan is to|next,? i)\b/iu,
  /\bas (?:discussed|mentioned) (?:above|earlier|before)\b/iu,
  /<\/?(?:thinking|scratchpad|reasoning|analysis)>/iu,
];

/** What is left to do for a planner is no business of whoever does the task. */
const leftToDo = /^\s*(?:[-*]\s*)?(?:\[[ x]\]\s|TODO\b\s*:|TBD\b|FIXME\b\s*:)/iu;

export interface Debris {
  line: number;
  text: string;
}

/** Planning debris, by line, at most one for each line. */
export function findDebris(text: string): Debris[] {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) => {
    const match = [...deliberation, leftToDo].map((pattern) => pattern.exec(line)).find(Boolean);
    return match ? [{ line: index + 1, text: match[0].trim() }] : [];
  });
  return found.length > 0 ? found : findOptions(lines);
}

/** Alternatives next to one another: whoever planned did not decide. */
function findOptions(lines: string[]): Debris[] {
  const found = new Map<string, Debris>();
  for (const [index, line] of lines.entries())
    for (const [text, name] of line.matchAll(/\b(?:option|alternative|approach) ([A-D]|[1-4])\b/giu))
      found.set(name!.toUpperCase(), { line: index + 1, text });
  return found.size > 1 ? [...found.values()] : [];
}
