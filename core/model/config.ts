import type { SchemaOf } from "./schema-of.ts";
import { type SelectionConfig, selectionProperties } from "./selection-config.ts";

/** The repository's own checks, in the order in which they run. */
export const checkNames = ["lint", "typecheck", "test", "build"] as const;
export type CheckName = (typeof checkNames)[number];

/** The commands that a job runs, configured or detected. */
export type Commands = Partial<Record<CheckName, string>>;

/** What is planned by itself, when, and how much of it. */
export interface Nightly {
  /** Hours of the day (UTC), such as `22-06`; any hour where it is not written. */
  window?: string;
  /** Open tracks at most, whoever started them. */
  tracks: number;
  label: string;
  /** Whether the issues of the current milestone count too. */
  milestone: boolean;
  /** Labels, the most urgent first, in place of the usual ones. */
  priorities?: string[];
}

/** `.github/gsd.yml`: every setting has a default, so the file is optional. */
export interface Config extends SelectionConfig {
  version: 1;
  script?: string;
  base_urls: { anthropic?: string; openai?: string; gemini?: string };
  /** Run first, to install what the repository needs, one command after the other; `false` for none, not even a detected one. */
  setup: { command?: string | string[] | false; hosts?: string[] };
  /** What is not said is detected; `false` for none. */
  commands: Partial<Record<CheckName, string | false>>;
  limits: {
    /** Tasks of one track that run at the same time. */
    parallel: number;
    /** Runs of one task without a result before a person is asked. */
    attempts: number;
    /** Rounds of fixes before what is left goes to a person. */
    fixes: number;
    /** Minutes that one step of a job may take. */
    minutes: number;
    /** Minutes that each planner may take. */
    plan_minutes: number;
    /** Largest file an agent may write, in bytes. */
    file_bytes: number;
    /** Most files that one task may change. */
    files: number;
    /** How often an agent may ask its model in one run. */
    turns: number;
    /** What the commands of one job may use of its runner, in MiB. */
    memory_mb: number;
    disk_mb: number;
    /** Its processors, all of them unless written. */
    cpus?: number;
    /** Better versions of one task that are proposed without being asked for. */
    rebases: number;
  };
  auto_merge: boolean;
  merge_method: "squash" | "merge" | "rebase";
  /** Who starts CI on pull requests of gsd. */
  ci: "manual" | "trusted";
  sandbox: "bubblewrap" | "off";
  protected_paths: string[];
  reviewers: string[];
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
}

const url = {
  title: "an address that begins with `https://` or `http://`",
  type: "string",
  pattern: "^https?://[^\\s]{1,300}$",
} as const;
const command = { type: "string", minLength: 1, maxLength: 1_000 } as const;
/** A command, or `false` to have none. */
const optional = (description: string) => ({ anyOf: [command, { const: false }], description }) as const;
const label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const port = "([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
/** What `parseAllowedHost` of the sandbox takes: `name`, `name:8443`, `http://name`. */
const host = {
  title: "a full host name such as packages.example.org, name:8443 or http://name",
  type: "string",
  pattern: `^(http://)?(?=[^:]{1,253}(:|$))(${label}\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9](:${port})?$`,
} as const;
const count = (minimum: number, maximum: number, fallback: number, description: string) =>
  ({ type: "integer", minimum, maximum, default: fallback, description }) as const;

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
    setup: {
      type: "object",
      additionalProperties: false,
      default: {},
      description: "What installs the repository's dependencies, before anything else; see docs/setup.md.",
      properties: {
        command: {
          anyOf: [command, { type: "array", minItems: 1, maxItems: 20, items: command }, { const: false }],
          description: "Runs in a sandbox of its own that holds no key; of a list, one after the other.",
        },
        hosts: {
          type: "array",
          maxItems: 20,
          items: host,
          description:
            "The only hosts that it may reach: `packages.example.org`, `name:8443`, or `http://name`; no wildcard, no address.",
        },
      },
    },
    commands: {
      type: "object",
      additionalProperties: false,
      default: {},
      description:
        "The repository's own checks, run in the sandbox on the base, on every change and at verification.",
      properties: {
        lint: optional("Finds style problems."),
        typecheck: optional("Checks types."),
        test: optional("Runs the tests."),
        build: optional("Builds the project."),
      },
    },
    limits: {
      type: "object",
      additionalProperties: false,
      default: {},
      description: "Bounds on what agents may use.",
      properties: {
        parallel: count(1, 256, 4, "Tasks of one track that run at the same time."),
        attempts: count(1, 10, 3, "Runs of one task without a result before a person is asked."),
        fixes: count(0, 10, 2, "Rounds of fixes within a run before what is left goes to a person."),
        minutes: count(1, 340, 30, "Minutes that one step of a run may take."),
        plan_minutes: count(
          1,
          340,
          10,
          "Minutes that each agent may take that plans, in place of `minutes`.",
        ),
        file_bytes: count(1, 10_000_000, 1_000_000, "Largest file that an agent may write, in bytes."),
        files: count(1, 1_000, 50, "Most files that one task may change."),
        turns: count(1, 1_000, 100, "How often an agent may ask its model in one run."),
        memory_mb: count(
          512,
          1_048_576,
          6_144,
          "Memory that agents and commands of one job may use together, in MiB.",
        ),
        disk_mb: count(512, 10_485_760, 10_240, "Disk space that one command may take, in MiB."),
        cpus: {
          type: "integer",
          minimum: 1,
          maximum: 1_024,
          description: "Processors that agents and commands of one job may use together.",
        },
        rebases: count(
          0,
          3,
          1,
          "Better versions of one task that gsd proposes by itself once its attempts are used up; 0 for none.",
        ),
      },
    },
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
    reviewers: {
      type: "array",
      maxItems: 5,
      items: {
        title: "a role's name such as `reviewer`",
        type: "string",
        pattern: "^[a-z][a-z0-9-]{0,31}$",
      },
      default: ["reviewer"],
      description: "Roles that review every task pull request; empty for none.",
    },
    label: {
      type: "string",
      minLength: 1,
      maxLength: 50,
      default: "gsd:plan",
      description: "The label that asks for a plan.",
    },
    nightly: {
      type: "object",
      additionalProperties: false,
      description:
        "Plans issues of the backlog by itself, within the day's budget, and never approves; off where it is not written. See docs/backlog.md.",
      properties: {
        window: {
          title: 'hours of the day (UTC) such as "22-06"',
          type: "string",
          pattern: "^([01]?\\d|2[0-3])-([01]?\\d|2[0-4])$",
          description:
            'When it may start something: hours (UTC) such as "22-06". At any hour where it is not written.',
        },
        tracks: count(1, 50, 3, "Open tracks at most, whoever started them: with so many it starts none."),
        label: {
          type: "string",
          minLength: 1,
          maxLength: 50,
          default: "gsd:backlog",
          description: "The label of issues that it may plan.",
        },
        milestone: {
          type: "boolean",
          default: true,
          description: "Whether the issues of the current milestone count too.",
        },
        priorities: {
          type: "array",
          maxItems: 20,
          items: { type: "string", minLength: 1, maxLength: 50 },
          description:
            "Labels that say what comes first, the most urgent first. Where it is not written, the usual ones: `P0` to `P4`, `priority: high` and the like.",
        },
      },
    },
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
    trusted_bots: {
      type: "array",
      maxItems: 20,
      items: { type: "integer", minimum: 1 },
      default: [],
      description: "Numeric user ids of bots whose labels and commands count.",
    },
  },
} as const satisfies SchemaOf<Config>;
