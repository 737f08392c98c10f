import { readYaml } from "../model/read-yaml.ts";
import type { Locate, Problem, Validation, Validator } from "../model/validate.ts";

/** A Markdown file that starts with YAML between two lines of `---`. */
export interface FrontMatter<T> {
  header: T;
  body: string;
  /** The line on which the body begins. */
  bodyLine: number;
}

const maxBytes = 20_000;

/** Takes a file apart and checks its header; all that is wrong, by line. */
export function parseFrontMatter<T>(text: string, validate: Validator<T>): Validation<FrontMatter<T>> {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > maxBytes) return refuse(`is ${bytes} bytes long; at most ${maxBytes} are read`);
  const match = /^---\n(.*?)\n---(?:\n(.*))?$/s.exec(text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"));
  if (!match) return refuse("should start with front matter between two lines of `---`", 1);

  const [, yaml = "", body = ""] = match;
  const reading = readYaml(yaml, { maxBytes });
  if (!reading.ok) return { ok: false, problems: reading.problems.map(below) };
  const checked = validate(reading.value ?? {}, locateBelow(reading.locate));
  if (!checked.ok) return checked;
  return { ok: true, value: { header: checked.value, body, bodyLine: yaml.split("\n").length + 3 } };
}

/** The header begins on the second line of its file. */
function below(problem: Problem): Problem {
  return problem.line === undefined ? problem : { ...problem, line: problem.line + 1 };
}

function locateBelow(locate: Locate): Locate {
  return (segments) => {
    const at = locate(segments);
    return at && { ...at, line: at.line + 1 };
  };
}

function refuse(message: string, line?: number): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [{ path: "", message, line }] };
}
