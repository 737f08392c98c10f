import { createHash } from "node:crypto";

/** Format, private, unassigned and control characters, and variation selectors: what a reader cannot see. */
const hidden = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}]|(?![\n\t])\p{Cc}/gu;

/**
 * Puts text that nobody vouches for between marks that it cannot close: the end mark carries a digest of the text.
 */
export function fence(source: string, text: string, maxBytes = 20_000): string {
  const visible = cutText(text.replaceAll("\r\n", "\n").replace(hidden, ""), maxBytes);
  const key = createHash("sha256").update(`${source}\n${visible}`).digest("hex").slice(0, 16);
  return `<untrusted source="${source}" end="${key}">\n${visible}\n</untrusted ${key}>`;
}

/** At most `maxBytes` of UTF-8, whole characters only, with a notice in place of what is missing. */
export function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const notice = `\n[cut here: ${bytes} bytes, at most ${maxBytes} are shown]`;
  const kept = Buffer.from(text).subarray(0, Math.max(0, maxBytes - Buffer.byteLength(notice)));
  // A character split by the cut decodes to U+FFFD, which is longer: drop it.
  return kept.toString().replace(/\uFFFD+$/, "") + notice;
}
