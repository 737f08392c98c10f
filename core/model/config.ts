import { type CheckName, commandsProperty } from "./config/commands.ts";
import { command } from "./config/kinds.ts";
import { type Limits, limitsProperty } from "./config/limits.ts";
import { type Nightly, nightlyProperty } from "./config/nightly.ts";
import { type PermissionRule, permissionsProperty } from "./config/permissions.ts";
import { type RuleSettings, ruleSettingsSchema } from "./config/rules.ts";
import { type ScanConfig, scanProperty } from "./config/scan.ts";
import { type SelectionConfig, selectionProperties } from "./config/selection.ts";
import { setupProperty, writtenSetup } from "./config/setup.ts";
import { type VerificationConfig, verificationProperty } from "./config/verification.ts";
import { type WhoConfig, whoProperties } from "./config/who.ts";
import type { SchemaOf } from "./schema-of.ts";

/** `.github/gsd.yml`: every setting has a default, so the file is optional. */
export interface Config extends SelectionConfig, WhoConfig {
  version: 1;
  script?: string;
  base_urls: { anthropic?: string; openai?: string; gemini?: string };
  /** Run first, to install what the repository needs, one command after the other; `false` for none, not even a detected one. */
  setup: { command?: string | string[] | false; hosts?: string[] };
  /** What is not said is detected; `false` for none. */
  commands: Partial<Record<CheckName, string | false>>;
  /** What else the whole of a track is verified by; absent where nobody wrote anything. */
  verification?: VerificationConfig;
  limits: Limits;
  auto_merge: boolean;
  merge_method: "squash" | "merge" | "rebase";
  /** Who starts CI on pull requests of gsd. */
  ci: "manual" | "trusted";
  sandbox: "bubblewrap" | "off";
  protected_paths: string[];
  /** What agents may use. */
  permissions: PermissionRule[];
  /** What the scanner lets pass; absent where nobody wrote anything. */
  scan?: ScanConfig;
  reviewers: string[];
  /** Which rules changes are held to. */
  rules: RuleSettings;
  label: string;
  /** The run that works the backlog off by itself; absent where nobody asked for one. */
  nightly?: Nightly;
  /** The issue that shows all tracks; where nothing is said, it is there with `nightly` or `roadmap`. */
  dashboard?: boolean;
  /** Whether `specs/ROADMAP.md` and the milestones follow each other. */
  roadmap: boolean;
  /** Whom to call when something waits for a person. */
  notify: string[];
  trusted_bots: number[];
  /** Whether the organisation's file counts too: if it is there, where nothing is said; `true` if it has to be there. */
  organization?: boolean;
}

const url = {
  title: "an address that begins with `https://` or `http://`",
  type: "string",
  pattern: "^https?://[^\\s]{1,300}$",
} as const;
/** What the bot reads and keeps; `writtenConfigSchema` is what people may write. */
export const configSchema = {
  $id: "https://gsd.dev/schema/gsd.yml.json",
  title: "gsd configuration",
  description: "`.github/gsd.yml`, read from the default branch only.",
  type: "object",
  additionalProperties: false,
  properties: {
    version: { const: 1, default: 1, description: "Format of this file." },
    ...selectionProperties,
    base_urls: {
      type: "object",
      additionalProperties: false,
      default: {},
      description: "Where the providers' APIs are, for proxies and compatible services.",
      properties: {
        anthropic: { ...url, description: "In place of Anthropic's." },
        openai: { ...url, description: "In place of OpenAI's." },
        gemini: { ...url, description: "In place of Google's." },
      },
    },
    script: {
      ...command,
      description: "For `engine: script`: the command that answers a prompt; see docs/script-engine.md.",
    },
    setup: setupProperty,
    commands: commandsProperty,
    verification: verificationProperty,
    limits: limitsProperty,
    rules: ruleSettingsSchema,
    auto_merge: {
      type: "boolean",
      default: false,
      description:
        "Merge green task pull requests without `/approve`; works only with at least one of `commands` written here.",
    },
    merge_method: {
      enum: ["squash", "merge", "rebase"],
      default: "squash",
      description: "How task pull requests are merged into the track branch.",
    },
    ci: {
      enum: ["manual", "trusted"],
      default: "manual",
      description:
        "Who starts CI on gsd's pull requests: a person, or with `trusted` nobody: code by agents then runs at once with your secrets. Needs the App (docs/install-app.md); shown in every report.",
    },
    sandbox: {
      enum: ["bubblewrap", "off"],
      default: "bubblewrap",
      description: "What holds an agent; `off` is shown in every report.",
    },
    protected_paths: {
      type: "array",
      maxItems: 200,
      items: { type: "string", minLength: 1, maxLength: 200 },
      default: [],
      description:
        "Globs of paths that agents may not change, besides what is always protected; `!` and one of those names takes that out.",
    },
    permissions: permissionsProperty,
    scan: scanProperty,
    reviewers: {
      type: "array",
      maxItems: 5,
      items: {
        title: "a role's name such as `security`",
        type: "string",
        pattern: "^[a-z][a-z0-9-]{0,31}$",
      },
      default: ["correctness", "security"],
      description: "Roles that review every task pull request; empty for none.",
    },
    label: {
      type: "string",
      minLength: 1,
      maxLength: 50,
      default: "gsd:plan",
      description: "The label that asks for a plan.",
    },
    nightly: nightlyProperty,
    dashboard: {
      type: "boolean",
      description:
        "Whether gsd keeps an issue that shows all tracks. Where it is not written, it does with `nightly` or `roadmap`.",
    },
    roadmap: {
      type: "boolean",
      default: false,
      description:
        "Whether `specs/ROADMAP.md` and GitHub's milestones follow each other; see docs/backlog.md.",
    },
    notify: {
      type: "array",
      maxItems: 10,
      items: {
        title: "`approver`, `requester`, or a person such as @ada",
        type: "string",
        pattern: "^(approver|requester|@[A-Za-z0-9][A-Za-z0-9-]{0,38})$",
      },
      default: ["approver"],
      description:
        "Whom to call, by a request for review or a mention, when something waits for a person: `approver` (of the plan), `requester`, or people such as `@ada`; empty for nobody.",
    },
    ...whoProperties,
    trusted_bots: {
      type: "array",
      maxItems: 20,
      items: { type: "integer", minimum: 1 },
      default: [],
      description: "Numeric user ids of bots whose labels and commands count.",
    },
    organization: {
      type: "boolean",
      description:
        "Whether `gsd.yml` of `<owner>/.github` counts under this file: `true` if it has to be there, `false` if it is to be left out. Where nothing is written, it counts if it can be read.",
    },
  },
} as const satisfies SchemaOf<Config>;

/** For editors. */
export const writtenConfigSchema = {
  ...configSchema,
  properties: { ...configSchema.properties, setup: writtenSetup },
};
