/** A sentence of ours, which is Markdown, as a terminal shows it: without what only GitHub renders. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/^> ?(\[!\w+\])?/gm, "")
    .replaceAll(/<\/?(details|summary|sub|sup|br|p)\b[^>]*>/g, "")
    .replaceAll(/(?<!\\)\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}
