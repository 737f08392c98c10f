import type { SchemaOf } from "../model/schema-of.ts";
import { createValidator, type Validation } from "../model/validate.ts";
import { type Action, actions } from "../select/actions.ts";
import type { SourceKind } from "../sources/load-sources.ts";
import { parseFrontMatter } from "./front-matter.ts";

interface SkillHeader {
  name: string;
  description: string;
  /** Roles that use it; empty for all. */
  roles: string[];
  /** Actions that it belongs to; empty for all. */
  actions: Action[];
  /** When it is called for: any file that matches, or any word in the task. Neither: always. */
  triggers: { files: string[]; words: string[] };
  checklist: string[];
}

/** `agents/skills/<name>.md`: something to keep in mind for a kind of work, as a checklist and a few words. */
export interface Skill extends SkillHeader {
  text: string;
}

const list = <const I extends object>(maxItems: number, items: I) =>
  ({ type: "array", uniqueItems: true, maxItems, items, default: [] }) as const;
const name = { type: "string", pattern: "^[a-z][a-z0-9-]{0,31}$" } as const;
const words = (maxLength: number) => ({ type: "string", minLength: 1, maxLength }) as const;

export const skillSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name", "description", "checklist"],
  properties: {
    name,
    description: words(200),
    roles: list(20, name),
    actions: list(actions.length, { enum: actions }),
    triggers: {
      type: "object",
      additionalProperties: false,
      default: {},
      properties: { files: list(50, words(200)), words: list(50, words(50)) },
    },
    checklist: { type: "array", minItems: 1, maxItems: 15, items: words(240) },
  },
} as const satisfies SchemaOf<SkillHeader>;

const validate = createValidator<SkillHeader>(skillSchema);

/** How skill files are loaded. */
export const skillKind: SourceKind<Skill> = {
  extension: ".md",
  parse: parseSkill,
  nameOf: (skill) => skill.name,
};

/** Reads a skill file; all that is wrong with it, by line. */
export function parseSkill(text: string): Validation<Skill> {
  const parsed = parseFrontMatter(text, validate);
  if (!parsed.ok) return parsed;
  const { header, body } = parsed.value;
  return { ok: true, value: { ...header, text: body.trim() } };
}
