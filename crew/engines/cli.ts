import type { Provider } from "../../core/model/engines.ts";
import type { Outcome, Usage } from "../../core/model/job.ts";
import type { EngineRules } from "../../core/permissions/engine-rules.ts";

/** Where things are for the CLI: inside the sandbox, or on the host where there is none. */
export interface Places {
  /** The gateway's address, without a path. */
  gateway: string;
  home: string;
  tree: string;
}

/** What a CLI is told; the prompt comes on stdin. */
export interface CliAsk {
  /** Whether it may change files. */
  edits: boolean;
  model: string;
  /** Whose API the gateway speaks. */
  provider: Provider;
  schema: object;
  maxTurns?: number;
  /** What it may use. */
  rules: EngineRules;
  at: Places;
}

/** A command line as a value; `argv` without the program. */
export interface CliStart {
  argv: string[];
  env: Record<string, string>;
  /** Files to write first, relative to the home folder. */
  files: Record<string, string>;
}

/** One line of a CLI's output. */
export type CliEvent = Readonly<Record<string, unknown>>;

/** What a CLI says about its own run. */
export interface CliSaid {
  /** Its last words to the user. */
  text?: string;
  /** An answer that it holds to the schema by itself. */
  answer?: unknown;
  turns?: number;
  usage?: Usage;
  session?: string;
  /** Present when it says that it failed, whatever its exit code. */
  failure?: { outcome: Outcome; message: string };
}

/** What is particular about one CLI; all of it pure. */
export interface Cli {
  start(ask: CliAsk): CliStart;
  /** A line for a person who watches; nothing for events that say nothing. */
  describe(event: CliEvent): string | undefined;
  read(events: CliEvent[]): CliSaid;
}
