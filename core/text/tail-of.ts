/** The end of a long text, in bytes of UTF-8, from the start of a line where that costs little. */
export function tailOf(text: string, maxBytes: number): string {
  const trimmed = text.trimEnd();
  const bytes = new TextEncoder().encode(trimmed);
  if (bytes.length <= maxBytes) return trimmed;
  const cut = decodeEnd(bytes, maxBytes - new TextEncoder().encode("…\n").length);
  const line = cut.indexOf("\n");
  return `…\n${line >= 0 && line < cut.length / 2 ? cut.slice(line + 1) : cut}`;
}

/** As many whole characters as fit: continuation bytes at the cut belong to one that does not. */
function decodeEnd(bytes: Uint8Array, most: number): string {
  let start = Math.max(0, bytes.length - Math.max(0, most));
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return new TextDecoder().decode(bytes.subarray(start));
}

const mostLines = 60;

/** The end of what a command printed, as a terminal would show it, without the progress that nobody reads. */
export function outputTail(text: string, maxBytes: number): string {
  const lines = foldProgress(text).trimEnd().split("\n");
  const last = lines.length > mostLines ? ["…", ...lines.slice(-mostLines)] : lines;
  return tailOf(last.join("\n"), maxBytes);
}

/** Lines that are written over stay as they were last; long runs of one sign, and lines of nothing else, are folded. */
function foldProgress(text: string): string {
  const lines = text.split("\n").map((line) => shortenRuns(lastWritten(line)));
  return lines
    .filter((line, at) => !(isProgress(line) && isProgress(lines[at - 1]) && isProgress(lines[at + 1])))
    .join("\n");
}

function lastWritten(line: string): string {
  const written = line.replace(/\r+$/, "");
  return written.slice(written.lastIndexOf("\r") + 1);
}

function shortenRuns(line: string): string {
  return line.replaceAll(/([^\w\s])\1{19,}/gu, (_, sign: string) => `${sign.repeat(3)}…`);
}

/** Only dots and the like, perhaps with a percentage; a letter among them (`F`, `E`) says something. */
function isProgress(line: string | undefined): boolean {
  return line !== undefined && /^[.·•,*#=█▓░…\s-]{4,}(\[ *\d+ ?%\])?\s*$/u.test(line);
}
