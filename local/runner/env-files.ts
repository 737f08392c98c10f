import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";

/** The files through which one step talks back: `GITHUB_OUTPUT` and its siblings. */
export interface EnvFiles {
  env: Record<string, string>;
  /** Reads what the step wrote, and removes the files. */
  collect(): StepWrites;
}

export interface StepWrites {
  outputs: Record<string, string>;
  env: Record<string, string>;
  state: Record<string, string>;
  paths: string[];
  summary: string;
}

const kinds = ["output", "env", "state", "path", "step_summary"] as const;
const summaryLimit = 1024 * 1024;
let opened = 0;

/** Makes empty files for one step below `folder`. */
export function openEnvFiles(folder: string): EnvFiles {
  opened += 1;
  mkdirSync(folder, { recursive: true });
  const fileOf = (kind: string) => join(folder, `${kind}_${opened}`);
  const files = Object.fromEntries(kinds.map((kind) => [kind, fileOf(kind)]));
  for (const file of Object.values(files)) writeFileSync(file, "");
  const read = (kind: (typeof kinds)[number]) => readFileSync(files[kind]!, "utf8");

  return {
    env: Object.fromEntries(kinds.map((kind) => [`GITHUB_${kind.toUpperCase()}`, files[kind]!])),
    collect() {
      const writes = {
        outputs: parseEnvFile(read("output")),
        env: checkNames(parseEnvFile(read("env"))),
        state: parseEnvFile(read("state")),
        paths: read("path")
          .split(/\r?\n/)
          .filter((line) => line !== ""),
        summary: checkSummary(read("step_summary")),
      };
      for (const file of Object.values(files)) rmSync(file, { force: true });
      return writes;
    },
  };
}

/** `name=value` lines, or `name<<DELIMITER` … `DELIMITER` for values of many lines. */
function parseEnvFile(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/);
  const values: Record<string, string> = {};
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (heredoc > 0 && (equals < 0 || heredoc < equals)) {
      const end = lines.indexOf(line.slice(heredoc + 2), at + 1);
      if (end < 0) {
        throw new GsdError("env-file", `Matching delimiter not found '${line.slice(heredoc + 2)}'`);
      }
      values[line.slice(0, heredoc)] = lines.slice(at + 1, end).join("\n");
      at = end;
    } else if (equals > 0) values[line.slice(0, equals)] = line.slice(equals + 1);
    else throw new GsdError("env-file", `Invalid format '${line}'`);
  }
  return values;
}

function checkNames(values: Record<string, string>): Record<string, string> {
  if (Object.keys(values).some((name) => name.toUpperCase() === "NODE_OPTIONS")) {
    throw new GsdError("env-file", "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.");
  }
  return values;
}

function checkSummary(markdown: string): string {
  if (Buffer.byteLength(markdown) <= summaryLimit) return markdown;
  const size = Math.ceil(Buffer.byteLength(markdown) / 1024);
  throw new GsdError("summary-too-large", `$GITHUB_STEP_SUMMARY supports up to 1024k, got ${size}k.`);
}
