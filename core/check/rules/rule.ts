import { type Severity, severities } from "../../model/answers.ts";
import type { SchemaOf } from "../../model/schema-of.ts";
import { type LanguageName, languageNames } from "./languages.ts";

/** Files by their path, with their text; a number stands for so many lines. */
export type Example = Record<string, string | number>;

/** A rule, as docs/rules.md describes it: what a change must not do, or must. It says one of `deny` to `size`. */
export interface Rule {
  id: string;
  /** Where no `files` are named, all of this language; lines that are only a comment do not count. */
  language?: LanguageName;
  files: string[];
  except: string[];
  /** Whether it is about tests, about everything else, or about both. */
  in: "code" | "tests" | "all";
  /** An added line that matches one of these is a finding. */
  deny: string[];
  /** A file that has no line for one of these is a finding. */
  require: string[];
  /** `core/** -> adapters/**`: what is in the first may not import the second. */
  imports: string[];
  /** What the path of a new file may not match, or has to. */
  path?: { deny?: string[]; require?: string[] };
  /** Where something has to change along. */
  needs: string[];
  /** Lines that a file may have, and that one change may have. */
  size?: { file?: number; change?: number };
  severity: Severity;
  message: string;
  hint?: string;
  /** Changes that it finds something in, and others that it does not. */
  examples?: { catches: Example[]; passes: Example[] };
}

/** Whether it is about how a change is made, and says nothing about files as they are. */
export function isAboutChanges({ needs, size }: Rule): boolean {
  return needs.length > 0 || size?.change !== undefined;
}

const pattern = { type: "string", minLength: 1, maxLength: 300 } as const;
const patterns = { type: "array", maxItems: 20, items: pattern } as const;
const globs = {
  type: "array",
  maxItems: 50,
  items: { type: "string", minLength: 1, maxLength: 200 },
  default: [],
} as const;
const lines = { type: "integer", minimum: 1, maximum: 1_000_000 } as const;
const example = {
  type: "object",
  minProperties: 1,
  maxProperties: 20,
  additionalProperties: {
    anyOf: [
      { type: "string", maxLength: 5_000 },
      { type: "integer", minimum: 0, maximum: 20_000 },
    ],
  },
} as const;
const examples = { type: "array", minItems: 1, maxItems: 20, items: example } as const;

export const ruleSchema = {
  title: "a rule of gsd",
  description: "`.gsd/rules/<id>.yml`: what changes are held to; see docs/rules.md.",
  type: "object",
  additionalProperties: false,
  required: ["id", "severity", "message"],
  properties: {
    id: {
      type: "string",
      pattern: "^[a-z0-9][a-z0-9-]{0,63}$",
      description: "Its name, and that of its file.",
    },
    language: {
      enum: languageNames,
      description: "All files of this language; lines that are only a comment do not count.",
    },
    files: { ...globs, description: "Paths, folders and globs with `*`, `**`, `?` and `{a,b}`." },
    except: { ...globs, description: "Files among these that it leaves alone." },
    in: {
      enum: ["code", "tests", "all"],
      default: "all",
      description: "Only tests, only what is no test, or both.",
    },
    deny: { ...patterns, default: [], description: "An added line that matches one of these is a finding." },
    require: {
      ...patterns,
      default: [],
      description: "A file in which no line matches one of these is a finding.",
    },
    imports: {
      ...patterns,
      default: [],
      description: "`core/** -> adapters/**`: nothing in the first may import the second.",
    },
    path: {
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      description: "Patterns for the paths of new files.",
      properties: {
        deny: { ...patterns, description: "A new file whose path matches one of these is a finding." },
        require: { ...patterns, description: "A new file whose path matches none of these is a finding." },
      },
    },
    needs: { ...globs, description: "Something here has to change along with `files`." },
    size: {
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      description: "Most lines.",
      properties: {
        file: { ...lines, description: "Of a file that grows." },
        change: { ...lines, description: "Added and removed in all these files together." },
      },
    },
    severity: {
      enum: severities,
      description: "A blocker goes back to the author, then to a person; the others are remarks.",
    },
    message: { type: "string", minLength: 1, maxLength: 500, description: "What is wrong." },
    hint: { type: "string", minLength: 1, maxLength: 500, description: "What to do instead." },
    examples: {
      type: "object",
      additionalProperties: false,
      required: ["catches", "passes"],
      description: "Changes by path and text, which `gsd validate` holds the rule to.",
      properties: { catches: examples, passes: examples },
    },
  },
} as const satisfies SchemaOf<Rule>;
