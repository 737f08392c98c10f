/** The lines of a form that mean something: a question by its number, and its options as boxes. What else stands there is not read. */
export const formLines = {
  question: (number: number, ask: string) => `**${number}. ${ask}**`,
  box: (option: string) => `- [ ] ${option}`,
};

/** A box that is ticked: of which question, as both stand in the text. */
export interface TickedBox {
  question: number;
  ask: string;
  option: string;
}

const longestForm = 65_536;

/** The ticked boxes of a form, in their order. */
export function tickedBoxes(body: string): TickedBox[] {
  const ticked: TickedBox[] = [];
  let above: { question: number; ask: string } | undefined;
  for (const line of body.slice(0, longestForm).split(/\r?\n/)) {
    const [, number, ask = ""] = /^\*\*([1-9]\d{0,3})\. (.*)\*\*\s*$/.exec(line) ?? [];
    if (number !== undefined) above = { question: Number(number), ask };
    const [, option] = /^- \[[xX]\] (.*)$/.exec(line) ?? [];
    if (above && option !== undefined) ticked.push({ ...above, option: option.trimEnd() });
  }
  return ticked;
}

/** The form as it was before anybody ticked a box. */
export function withoutTicks(body: string): string {
  return body.replaceAll(/^- \[[xX]\] /gm, "- [ ] ");
}
