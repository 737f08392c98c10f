/** A sentence of ours, which is Markdown, as a terminal shows it: without what only GitHub renders. */
export function plainWords(markdown: string): string {
  return (
    markdown
      .replaceAll(/^> ?(\[!\w+\])?/gm, "")
      .replaceAll(/<\/?(details|summary|sub|sup|br|p)\b[^>]*>/g, "")
      // A terminal follows no link: the run's number is what leads there.
      .replaceAll(/\[its run\]\([^()\s]*\/actions\/runs\/(\d+)\)/g, "run $1")
      .replaceAll(/(?<!\\)\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
      .replaceAll("**", "")
      .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
      .trim()
  );
}
