/** The known word that a mistyped one most likely meant, if any is near enough. */
export function closest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 60) return undefined;
  const limit = Math.max(1, Math.min(3, Math.floor(word.length / 3)));
  const ranked = known
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** Help for a mistyped word, to end a sentence with. */
export function suggest(word: string, known: readonly string[]): string {
  const near = closest(word, known);
  return near ? `did you mean ${near}?` : `use one of ${known.join(", ")}`;
}

/** Levenshtein's distance, one row at a time. */
function distanceBetween(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(previous, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, at(previous, column) + 1, at(current, column - 1) + 1));
    }
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
