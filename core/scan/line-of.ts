/** The line on which a word first stands; the first one where it does not. */
export function lineOf(text: string, word: string): number {
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()));
  return text.slice(0, at).split("\n").length;
}
