import type { AnswerType } from "../../core/model/answers.ts";
import type { Provider } from "../../core/model/engines.ts";
import type { JobRef, Outcome, Usage } from "../../core/model/job.ts";
import type { EngineRules } from "../../core/permissions/engine-rules.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/** The gateway that stands between an engine and its provider: on a socket for a sandbox, on a port where there is none. */
export interface EngineGateway extends Pick<Gateway, "address" | "usage" | "waitedMs" | "outcome"> {
  provider: Provider;
}

/** Where in its recipe an engine is asked. */
export interface EngineMove {
  /** The name of the section that instructs it: `task`, `fix`, `review`, `spec`, … */
  prompt: string;
  step: string;
  round: number;
  /** The item of an `each`, else empty. */
  member: string;
}

/** What an engine is asked: one prompt, in one work tree. */
export interface EngineRequest {
  job: JobRef;
  /** The track's name, e.g. `42-csv-export`. */
  track: string;
  /** Which move of the recipe it is. */
  move: EngineMove;
  /** Ends with the JSON schema of the answer. */
  prompt: string;
  /** What it is asked for; files may be changed for a `change` only. */
  answer: AnswerType;
  /** The same schema, for engines that can be held to one. */
  answerSchema: object;
  /** What it is told of the rules for what agents may use. */
  rules: EngineRules;
  cwd: string;
  sandbox: Sandbox;
  /** `setting` says where it can be changed. */
  limits: { minutes: number; setting?: string };
  /** The model's name as its provider knows it. Every engine but `script` needs one, and a gateway. */
  model?: string;
  gateway?: EngineGateway;
  /** How often the model may be asked. */
  maxTurns?: number;
  signal?: AbortSignal;
  onProgress?: (line: string) => void;
}

/** How it went. `done` says that there is an answer, not that it fits its schema: the caller checks that. */
export interface EngineReport {
  outcome: Outcome;
  /** One sentence for a person when the outcome is not `done`, then output, if any. */
  reason?: string;
  answer?: unknown;
  /** For `rate-limited`: when to come back. */
  until?: string;
  /** Its last words. */
  text?: string;
  usage: Usage;
  /** US dollars, as the gateway counted them. */
  usd?: number;
  model?: string;
  /** How often the model was asked. */
  turns?: number;
  /** The engine's own name for its session. */
  session?: string;
  seconds: number;
  /** Seconds of it in which it waited for its model. */
  waited?: number;
  /** What it said on the way, bounded. */
  transcript: string;
}

/** An agent program behind one contract. It never throws for what the program did. */
export interface Engine {
  name: string;
  run(request: EngineRequest): Promise<EngineReport>;
}
