import type { Asked } from "../model/question.ts";
import { inline } from "../text/foreign.ts";

/** A SPEC.md with what people were asked and what they answered, in a section *Answers*: the last one but for the spec changes. */
export function addAnswers(spec: string, answered: readonly Asked[]): string {
  if (answered.length === 0) return spec;
  const sections = cutSections(spec.replaceAll(/\r\n?/g, "\n"));
  const others = sections.filter((section) => !/^## +answers *\n/i.test(`${section}\n`));
  const changes = others.findIndex((section) => /^## +spec changes *\n/i.test(`${section}\n`));
  const at = changes === -1 ? others.length : changes;
  const parts = [...others.slice(0, at), formatAnswers(answered), ...others.slice(at)];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

/** Cuts a text at its headings of the second level; what looks like one in a block of code is none. */
function cutSections(text: string): string[] {
  const sections: string[][] = [[]];
  let fence = "";
  for (const line of text.split("\n")) {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    if (fence === "" && /^## /.test(line)) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join("\n"));
}

function formatAnswers(answered: readonly Asked[]): string {
  const lines = answered.flatMap(({ ask, answer }) =>
    answer
      ? [`- ${inline(ask)} **${inline(answer.text)}** (${inline(answer.by)}, ${answer.at.slice(0, 10)})`]
      : [],
  );
  return `## Answers\n\n${lines.join("\n")}`;
}
