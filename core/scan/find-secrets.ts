import { readingsOf } from "./readings.ts";
import { matchSecrets } from "./secret-rules.ts";

/** A credential in a text: which kind, on which line, and how it begins. Never the credential itself. */
export interface Secret {
  kind: string;
  line: number;
  /** The line on which it ends. */
  last: number;
  mark: string;
}

/** AWS's own documentation uses this key. */
const examples = ["AKIAIOSFODNN7EXAMPLE"];

/** Finds credentials in what others wrote, however it is read, unless the same stood there before. Each is told once a line and kind. */
export function findSecrets(text: string, path: string, before?: string): Secret[] {
  const found = locateSecrets(text, path);
  const known = new Set(
    found.length > 0 && before !== undefined ? locateSecrets(before, path).map(({ token }) => token) : [],
  );
  const places = new Map<string, Secret>();
  for (const { kind, line, last, token } of found) {
    const key = `${kind} ${line}`;
    if (!known.has(token) && !places.has(key)) places.set(key, { kind, line, last, mark: maskOf(token) });
  }
  return [...places.values()].toSorted((a, b) => a.line - b.line);
}

interface Located extends Omit<Secret, "mark"> {
  token: string;
}

function locateSecrets(text: string, path: string): Located[] {
  return readingsOf(text).flatMap((reading) =>
    matchSecrets(reading.text, path).flatMap(({ kind, start, end }) => {
      const token = reading.text.slice(start, end);
      if (examples.some((example) => token.startsWith(example))) return [];
      return [{ kind, line: reading.lineAt(start), last: reading.lastLineAt(end - 1), token }];
    }),
  );
}

/** Its first characters, which say what it is, and nothing of the rest. */
function maskOf(token: string): string {
  return `${token.slice(0, 4).replaceAll(/\s/g, " ")}…`;
}
