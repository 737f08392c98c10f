/** A change of more than this is not scanned, and so not published: it would take minutes. */
export const mostCharacters = 60_000_000;

/** How much there is to scan. */
export function lengthOf(files: readonly { text: string }[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}
