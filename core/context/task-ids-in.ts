/** The tasks that a text names, each with the line that does so first. */
export function taskIdsIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, line] of text.split("\n").entries())
    for (const [id] of line.matchAll(/(?<![\w/.-])T\d{2,4}(?![\w-])/g))
      if (!found.has(id)) found.set(id, index + 1);
  return found;
}
