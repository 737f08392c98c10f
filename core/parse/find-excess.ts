/** The most that is handed to a parser at all; each has its own, smaller limits for what it reads. */
const most = { characters: 8_000_000, lines: 200_000, values: 400_000 };

/** A cheap look at what is to be parsed: why it is too much, in words after its name; undefined when it is not. */
export function findExcess(input: unknown): string | undefined {
  const seen = { characters: 0, lines: 0, values: 0 };
  const stack: unknown[] = [input];
  while (stack.length > 0) {
    const value = stack.pop();
    seen.values += 1;
    if (typeof value === "string") count(value, seen);
    // One by one: a list of a million is too long for a call's arguments.
    else if (typeof value === "object" && value !== null)
      for (const one of Object.values(value)) stack.push(one);
    if (seen.characters > most.characters) return `is longer than ${most.characters} characters; shorten it`;
    if (seen.lines > most.lines) return `has more than ${most.lines} lines; shorten it`;
    if (seen.values > most.values) return `has more than ${most.values} entries; split it`;
  }
  return undefined;
}

function count(text: string, seen: { characters: number; lines: number }): void {
  seen.characters += text.length;
  if (seen.characters > most.characters) return;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) seen.lines += 1;
}
