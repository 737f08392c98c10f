import { commentLines } from "../detect/comment-lines.ts";
import type { ScanFact } from "./scan-finding.ts";
import type { ScannedFile } from "./scan-lines.ts";

const workflow = /(?:^|\/)(?:\.github\/workflows\/[^/]{1,200}|action)\.ya?ml$/i;

/** A line of a workflow: as it stands, as YAML means it, and whether it is part of a script. */
interface WorkflowLine {
  line: number;
  raw: string;
  plain: string;
  isScript: boolean;
}

type Check = (one: WorkflowLine) => boolean;

const checks: readonly {
  class: "injection" | "privilege";
  danger: "critical" | "high";
  check: Check;
  message: string;
}[] = [
  {
    class: "injection",
    danger: "critical",
    check: ({ plain, isScript }) => isScript && expressionsIn(plain).some(holdsStrangersWords),
    message: "What a stranger writes becomes part of a script here. Pass it through `env`.",
  },
  {
    class: "privilege",
    danger: "critical",
    check: ({ plain, isScript }) => !isScript && (hasAllRights.test(plain) || startsForOutsiders(plain)),
    message: "This gives a workflow rights that an outsider can use. A person has to decide it.",
  },
  {
    class: "privilege",
    danger: "high",
    check: ({ plain, isScript }) => !isScript && (hasMoreRights.test(plain) || isReference.test(plain)),
    message: "This gives a workflow more rights than before.",
  },
];

const hasAllRights = /^\s{0,60}permissions\s{0,5}:\s{0,5}write-all\b/;
const hasMoreRights =
  /(?:^|[\s{,])(?:contents|actions|packages|id-token|pull-requests|deployments|security-events|checks|statuses|issues|pages|attestations|discussions|repository-projects|models)\s{0,5}:\s{0,5}write\b|^\s{0,60}secrets\s{0,5}:\s{0,5}inherit\b/;
/** What is written elsewhere in the file can be anything. */
const isReference = /^\s{0,60}(?:permissions|on|secrets)\s{0,5}:\s{0,5}\*/;

function startsForOutsiders(plain: string): boolean {
  if (/\bif\s{0,5}:|[=!]=|\$\{\{/.test(plain)) return false;
  return /(?:^|[\s,[{])pull_request_target\s{0,5}(?:[:,\]}]|$)/.test(plain);
}

/** Whether GitHub runs a file. */
export function isWorkflow(path: string): boolean {
  return workflow.test(path);
}

/** What is dangerous in the new lines of a workflow, however YAML lets people write it. */
export function scanWorkflow({ path, text, before }: ScannedFile): ScanFact[] {
  if (!isWorkflow(path)) return [];
  const known = new Set(before?.split(/\r?\n/));
  return readLines(path, text).flatMap((one) =>
    known.has(one.raw)
      ? []
      : checks
          .filter(({ check }) => check(one))
          .map(({ class: name, danger, message }) => ({
            class: name,
            danger,
            path,
            line: one.line,
            message,
          })),
  );
}

/** A key under which a shell, or a script of `actions/github-script`, stands. */
const scriptKey = /^(\s{0,200}(?:-\s{1,20})*)(?:run|script)\s{0,5}:(.*)$/;

function readLines(path: string, text: string): WorkflowLine[] {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const isComment = commentLines(path, lines);
  // How far the key is indented under which a script of several lines stands.
  let inside: number | undefined;
  return lines.flatMap((raw, index): WorkflowLine[] => {
    const depth = raw.length - raw.trimStart().length;
    if (inside !== undefined && raw.trim() !== "" && depth <= inside) inside = undefined;
    const isBody = inside !== undefined;
    const plain = unquoted(raw);
    const [, indent = "", value] = isBody ? [] : (scriptKey.exec(plain) ?? []);
    if (value !== undefined) inside = indent.length;
    if (raw.trim() === "" || (isComment[index] && !isBody)) return [];
    const isScript = isBody || value !== undefined || /[{,]\s{0,5}(?:run|script)\s{0,5}:/.test(plain);
    const rest = endOf(plain, lines, index);
    return [{ line: index + 1, raw, plain: `${plain}${rest}`, isScript }];
  });
}

/** What a line goes on with: the value of a key, or the end of an expression. */
function endOf(plain: string, lines: readonly string[], index: number): string {
  const following = lines.slice(index + 1, index + 6).map((line) => ` ${unquoted(line).trim()}`);
  const [next = ""] = following;
  if (/^\s{0,60}(?:-\s)?[\w-]{1,60}\s{0,5}:\s{0,20}$/.test(plain))
    return /^\s*(?:-|[\w-]{1,60}\s{0,5}:)/.test(next) ? "" : next;
  return plain.lastIndexOf("${{") > plain.lastIndexOf("}}") ? following.join("") : "";
}

/** Without quotes of YAML and with its escapes: `"write\u002dall"` says `write-all`. Quotes inside of an expression stay. */
function unquoted(line: string): string {
  const short = line.slice(0, 5_000);
  const readable = short.replaceAll(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/gi, (_, two: string, four: string) =>
    String.fromCharCode(Number.parseInt(two ?? four, 16)),
  );
  return readable
    .split(/(\$\{\{.{0,2000}?\}\})/)
    .map((part) => (part.startsWith("${{") ? part : part.replaceAll(/["']/g, "")))
    .join("");
}

/** Expressions as they are evaluated: without blanks, in lower case, with names in brackets as names behind a dot. */
function expressionsIn(line: string): string[] {
  return [...line.matchAll(/\$\{\{(.{0,2000}?)(?:\}\}|$)/g)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/\s/g, "")
      .replaceAll(/\[(["']?)([\w-]{1,100})\1\]/g, ".$2"),
  );
}

const strangersWords =
  /github\.(?:head_ref\b|event\.(?!inputs\.)(?:[\w*-]{1,60}\.){1,10}(?:title|body|message|ref|label|name|email|page_name|description|head_branch|display_title)\b)/;
/** A part of the event that nobody names holds all of its words. */
const wholeEvent =
  /tojson\(github(?:\.event(?:\.(?!inputs|number|action)[\w*-]{1,60}){0,3})?\)|github(?:\.event(?:\.\w{1,60}){0,3})?\[/;

function holdsStrangersWords(expression: string): boolean {
  return strangersWords.test(expression) || wholeEvent.test(expression);
}
