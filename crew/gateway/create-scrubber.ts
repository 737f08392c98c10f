const replacement = Buffer.from("[redacted]");
// What local servers call a key ("none", "ollama") is no secret, and its letters are in every answer.
const shortestSecret = 12;

export interface Scrubber {
  /** A whole text without the secret. */
  text(text: string): string;
  /** The same for a stream: pieces in, pieces out; only what may be the start of the secret is held back. */
  stream(): { push(chunk: Buffer): Buffer; end(): Buffer };
}

/** Takes a secret out of what passes: as it is, reversed, as base64 at any offset, hex and percent-encoded. */
export function createScrubber(secret: string): Scrubber {
  const forms = formsOf(secret).map((form) => Buffer.from(form));
  const clean = (bytes: Buffer) => forms.reduce(replaceAll, bytes);
  return {
    text: (text) => clean(Buffer.from(text)).toString(),
    stream() {
      let held: Buffer = Buffer.alloc(0);
      return {
        push(chunk) {
          const bytes = clean(held.length > 0 ? Buffer.concat([held, chunk]) : chunk);
          const keep = startOfForm(bytes, forms);
          held = keep > 0 ? bytes.subarray(bytes.length - keep) : Buffer.alloc(0);
          return bytes.subarray(0, bytes.length - keep);
        },
        end() {
          return held;
        },
      };
    },
  };
}

/** Every spelling of the secret to look for, longest first, so that no form hides inside a cut one. */
function formsOf(secret: string): string[] {
  if (secret.length < shortestSecret) return [];
  const reversed = [...secret].reverse().join("");
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = [secret, reversed].flatMap((text) => [
    text,
    json(text),
    encodeURIComponent(text),
    Buffer.from(text).toString("hex"),
    Buffer.from(text).toString("hex").toUpperCase(),
    ...base64Forms(text),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Base64 of a text that contains the secret shows one of three fixed middles, by the secret's offset. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const usable = bytes.length - (bytes.length % 3);
    const encoded = bytes
      .subarray(0, usable)
      .toString("base64")
      .slice(offset === 0 ? 0 : 4);
    return [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function replaceAll(bytes: Buffer, form: Buffer): Buffer {
  let at = bytes.indexOf(form);
  if (at < 0) return bytes;
  const parts: Buffer[] = [];
  let from = 0;
  for (; at >= 0; at = bytes.indexOf(form, from)) {
    parts.push(bytes.subarray(from, at), replacement);
    from = at + form.length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** How many of the last bytes could be the beginning of a form. */
function startOfForm(bytes: Buffer, forms: Buffer[]): number {
  let longest = 0;
  for (const form of forms) {
    const most = Math.min(form.length - 1, bytes.length);
    for (let length = most; length > longest; length -= 1) {
      const from = bytes.length - length;
      if (bytes[from] !== form[0]) continue;
      if (bytes.compare(form, 0, length, from) === 0) {
        longest = length;
        break;
      }
    }
  }
  return longest;
}
