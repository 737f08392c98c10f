const encoder = new TextEncoder();

/** Bytes of UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

const sign = "…";

/** At most so many bytes: whole characters, whole words where it costs little, and a sign that more was there. Stable under a second cut. */
export function cutTo(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  const room = most - bytesOf(sign);
  if (room < 0) return "";
  const { read } = encoder.encodeInto(text, new Uint8Array(room));
  const kept = text.slice(0, read);
  const end = Math.max(kept.lastIndexOf(" "), kept.lastIndexOf("\n"));
  const whole = end > kept.length * 0.7 ? kept.slice(0, end) : kept;
  // An emoji's selector without what it selects would not survive the next cleaning.
  return whole.replace(/(?:\s|\ufe0f)+$/u, "") + sign;
}
