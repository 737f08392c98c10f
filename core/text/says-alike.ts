/** Whether two sentences say the same in other words: by the words that they share. */
export function saysAlike(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared > 0 && shared / (first.size + second.size - shared) >= 0.5;
}

/** Short words, such as `the` and `is`, tell nothing. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const telling = words.filter((word) => word.length > 3);
  return new Set(telling.length > 0 ? telling : words);
}
