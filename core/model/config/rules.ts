import { type Severity, severities } from "../answers.ts";
import type { SchemaOf } from "../schema-of.ts";

/** The packs of rules that come with gsd: folders of `rules/`. */
export const packNames = ["base", "security", "errors", "testing", "architecture", "naming"] as const;
export type PackName = (typeof packNames)[number];

/** Those that a repository has without a word: what is likely a mistake, whatever the taste. */
const usualPacks: readonly PackName[] = ["base", "security", "errors", "testing"];

/** The part of `.github/gsd.yml` that says which rules count. */
export interface RuleSettings {
  packs: PackName[];
  off: string[];
  severity: Record<string, Severity>;
  always_test: string[];
  never_test: string[];
}

const globs = {
  type: "array",
  maxItems: 50,
  items: { type: "string", minLength: 1, maxLength: 200 },
  default: [],
} as const;
const ruleName = "^[a-z0-9][a-z0-9-]{0,63}$";

export const ruleSettingsSchema = {
  type: "object",
  additionalProperties: false,
  default: {},
  description:
    "Which rules changes are held to, besides those in `.gsd/rules/`, which always count; see docs/rules.md.",
  properties: {
    packs: {
      type: "array",
      maxItems: packNames.length,
      items: { enum: packNames },
      default: usualPacks,
      description: "Packs that count. Each rule knows its language, so no pack is too much for a repository.",
    },
    off: {
      type: "array",
      maxItems: 200,
      items: { title: "a rule's name such as `no-debugger`", type: "string", pattern: ruleName },
      default: [],
      description: "Rules that do not count, by name.",
    },
    severity: {
      type: "object",
      maxProperties: 200,
      propertyNames: { pattern: ruleName },
      additionalProperties: { enum: severities },
      default: {},
      description: "Another severity for a rule, e.g. `no-debugger: blocker`.",
    },
    always_test: {
      ...globs,
      description: "Globs of files whose change needs one in a test: without, it is a blocker.",
    },
    never_test: { ...globs, description: "Globs of files that need no test." },
  },
} as const satisfies SchemaOf<RuleSettings>;

/** What counts where nothing is written, as for tracks that began before there were settings. */
export const usualRules: RuleSettings = {
  packs: [...usualPacks],
  off: [],
  severity: {},
  always_test: [],
  never_test: [],
};
