/** How many files hints stand for. A folder or glob is several; nobody knows how many, so it counts as three. */
export function countFiles(hints: readonly string[]): number {
  return hints.reduce((sum, hint) => sum + (/[*?{]|\/$/.test(hint) ? 3 : 1), 0);
}
