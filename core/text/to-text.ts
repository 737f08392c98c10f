/** Bytes as text, for those who look for words in them. A NUL byte must not hide what stands beside it. */
export function toText(content: Uint8Array): string {
  return new TextDecoder(content.includes(0) ? "latin1" : "utf-8").decode(content);
}
