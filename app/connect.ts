import { connectRepository } from "../adapters/connect-repository.ts";
import { workflowVoice } from "../loop/is-our-voice.ts";
import type { Meter } from "../loop/measure/measure.ts";
import type { Logger, Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";
import type { Place } from "./read-place.ts";

export interface Connecting {
  place: Place;
  token: string;
  delivery: string;
  fetch: typeof fetch;
  meter: Meter | undefined;
  /** What the App is called, once GitHub has said so. */
  login: string | undefined;
}

/** Time for a secondary limit to pass; while one event waits, those of the same repository wait behind it. */
const patienceMs = 90_000;

/** The loop's ports, as one delivery has them. */
export function connect(
  environment: Environment,
  log: Logger,
  { place, token, delivery, fetch, meter, login }: Connecting,
): Ports {
  const { apiUrl, clockOffsetMs, workflow, root } = environment;
  const { owner, repo } = place;
  const ports: Ports = {
    ...connectRepository({ apiUrl, clockOffsetMs, owner, repo, root, token, fetch, patienceMs, log }),
    owner: `app/${delivery}`,
    workflow,
    log,
  };
  if (login !== undefined) ports.voices = [workflowVoice, login];
  return meter ? { ...ports, meter } : ports;
}
