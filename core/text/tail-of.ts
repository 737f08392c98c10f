/** The end of a long text, from the start of a line where that costs little. */
export function tailOf(text: string, length: number): string {
  const trimmed = text.trimEnd();
  if (trimmed.length <= length) return trimmed;
  const cut = trimmed.slice(-(length - 2));
  const line = cut.indexOf("\n");
  return `…\n${line >= 0 && line < cut.length / 2 ? cut.slice(line + 1) : cut}`;
}
