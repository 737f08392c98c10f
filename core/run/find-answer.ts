import { parseObject } from "../text/parse-object.ts";

/**
 * The answer in a model's last words: one JSON object, alone, in a fence, or at the end of other text. Models are told to
 * write nothing else and do so all the same.
 */
export function findAnswer(text: string): object | undefined {
  const fences = [...text.matchAll(/```(?:json)?[ \t]*\n([\s\S]*?)\n[ \t]*```/g)].map(
    ([, inside = ""]) => inside,
  );
  for (const candidate of [text, ...fences.reverse()]) {
    const found = parseObject(candidate);
    if (found) return found;
  }
  return findLast(text);
}

const maxTries = 500;

/** The longest object that ends where the text's last object ends. */
function findLast(text: string): object | undefined {
  const end = text.lastIndexOf("}") + 1;
  let tries = 0;
  for (let start = text.indexOf("{"); start >= 0 && start < end; start = text.indexOf("{", start + 1)) {
    const found = parseObject(text.slice(start, end));
    if (found) return found;
    tries += 1;
    if (tries === maxTries) return undefined;
  }
  return undefined;
}
