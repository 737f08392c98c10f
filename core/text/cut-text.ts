/**
 * Cuts a text to at most so many bytes of UTF-8, between characters, and says so at its end. For foreign text, before it becomes
 * Markdown; what is Markdown already is cut by `cutMarkdown`.
 */
export function cutText(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  const notice = cutNotice(bytes.length);
  const room = maxBytes - new TextEncoder().encode(notice).length;
  if (room < 0) return decode(bytes, maxBytes);
  return decode(bytes, room) + notice;
}

export function cutNotice(bytes: number): string {
  return `\n\n… (cut: the text is ${bytes} bytes long)`;
}

/** As many whole characters as fit: continuation bytes at the cut belong to one that does not. */
function decode(bytes: Uint8Array, most: number): string {
  let end = Math.max(0, most);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end));
}
