import type { JobRef } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Gateway, Provider } from "../gateway/gateway.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/** The gateway that stands between an engine and its provider: on a socket for a sandbox, on a port where there is none. */
export interface EngineGateway extends Pick<Gateway, "address" | "usage" | "outcome"> {
  provider: Provider;
}

/** What an engine is asked: one prompt, in one work tree. */
export interface EngineRequest {
  job: JobRef;
  /** The track's name, e.g. `42-csv-export`. */
  track: string;
  /** Ends with the JSON schema of the answer. */
  prompt: string;
  /** The same schema, for engines that can be held to one. */
  answerSchema: object;
  cwd: string;
  sandbox: Sandbox;
  limits: { minutes: number };
  /** The model's name as its provider knows it. Every engine but `script` needs one, and a gateway. */
  model?: string;
  gateway?: EngineGateway;
  /** How often the model may be asked. */
  maxTurns?: number;
  signal?: AbortSignal;
  onProgress?: (line: string) => void;
}

/** What a manifest tells about the engine's part of a job. */
type Told = "outcome" | "reason" | "until" | "text" | "usage" | "usd" | "model" | "turns" | "session";

/** How it went. `done` says that there is an answer, not that it fits its schema: the caller checks that. */
export interface EngineReport extends Pick<Manifest, Told> {
  answer?: unknown;
  seconds: number;
  /** What it said on the way, bounded. */
  transcript: string;
}

/** An agent program behind one contract. It never throws for what the program did. */
export interface Engine {
  name: string;
  run(request: EngineRequest): Promise<EngineReport>;
}
