import type { JobRef, Outcome, Usage } from "../../core/model/job.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/** What an engine is asked: one prompt, in one work tree. */
export interface EngineRequest {
  job: JobRef;
  /** The track's name, e.g. `42-csv-export`. */
  track: string;
  prompt: string;
  /** The JSON schema of the answer, for engines that can be held to one. */
  answerSchema: object;
  cwd: string;
  sandbox: Sandbox;
  limits: { minutes: number };
  signal?: AbortSignal;
  onProgress?: (line: string) => void;
}

/** How it went. `done` says that there is an answer, not that it fits its schema: the caller checks that. */
export interface EngineReport {
  outcome: Outcome;
  /** One sentence for a person when the outcome is not `done`. */
  reason?: string;
  answer?: unknown;
  text?: string;
  usage: Usage;
  seconds: number;
  /** What it said on the way, bounded. */
  transcript: string;
}

/** An agent program behind one contract. It never throws for what the program did. */
export interface Engine {
  name: string;
  run(request: EngineRequest): Promise<EngineReport>;
}
