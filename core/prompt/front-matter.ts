import { GsdError } from "../gsd-error.ts";
import { readYaml } from "../model/read-yaml.ts";
import type { Locate, Problem, Validator } from "../model/validate.ts";

/** A Markdown file that starts with YAML between two lines of `---`. */
export interface FrontMatter<T> {
  header: T;
  body: string;
}

export interface FrontMatterKind<T> {
  /** As a sentence begins: `A role file`. */
  name: string;
  /** The code of its errors. */
  code: string;
  validate: Validator<T>;
}

const maxBytes = 20_000;

/** Takes a file apart and checks its header; throws with all that is wrong, by line. */
export function parseFrontMatter<T>(text: string, kind: FrontMatterKind<T>): FrontMatter<T> {
  const refuse = (words: string): never => {
    throw new GsdError(kind.code, `${kind.name} ${words}.`);
  };
  if (new TextEncoder().encode(text).length > maxBytes) refuse(`has more than ${maxBytes} bytes`);
  const match = /^---\n(.*?)\n---(?:\n(.*))?$/s.exec(text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"));
  if (!match) return refuse("starts with front matter between two lines of `---`");

  const reading = readYaml(match[1]!, { maxBytes });
  if (!reading.ok) return refuse(`has front matter that cannot be read: ${describe(reading.problems)}`);
  // The header begins on the second line of its file.
  const locate: Locate = (segments) => {
    const at = reading.locate(segments);
    return at && { ...at, line: at.line + 1 };
  };
  const checked = kind.validate(reading.value ?? {}, locate);
  if (!checked.ok) return refuse(`has front matter that is wrong: ${describe(checked.problems)}`);
  return { header: checked.value, body: match[2] ?? "" };
}

function describe(problems: Problem[]): string {
  return problems
    .slice(0, 10)
    .map(({ path, message, line }) => `${line ? `line ${line}: ` : ""}${path ? `${path} ` : ""}${message}`)
    .join("; ");
}
