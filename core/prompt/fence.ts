import { cleanText } from "../text/clean-text.ts";
import { cutText } from "../text/cut-text.ts";

/** Puts text that nobody vouches for between marks that it cannot close: the end mark is one that it does not hold. */
export function fence(source: string, text: string, maxBytes = 20_000): string {
  const visible = cutText(cleanText(text.replaceAll("\r\n", "\n")).text, maxBytes);
  let key = 1;
  while (visible.includes(`</untrusted ${key}`)) key += 1;
  return `<untrusted source="${source}" end="${key}">\n${visible}\n</untrusted ${key}>`;
}
