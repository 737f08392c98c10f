import { cutNotice } from "./cut-text.ts";

const fence = /^(?:> |\s)*(`{3,})/;

/**
 * Cuts our own Markdown to at most so many bytes, between lines, and says so. What is code stays code: a span of it is never longer
 * than its line, and a block that the cut left open is closed.
 */
export function cutMarkdown(text: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  const size = (part: string) => encoder.encode(part).length;
  const total = size(text);
  if (total <= maxBytes) return text;
  const kept: string[] = [];
  let open = "";
  let room = maxBytes - size(cutNotice(total));
  for (const line of text.split("\n")) {
    room -= size(line) + 1;
    if (room < size(open) + 1) break;
    kept.push(line);
    const mark = fence.exec(line)?.[1] ?? "";
    if (open === "") open = mark && line.slice(0, line.indexOf(mark) + mark.length);
    else if (line.trimEnd() === open) open = "";
  }
  return [...kept, ...(open === "" ? [] : [open])].join("\n") + cutNotice(total);
}
