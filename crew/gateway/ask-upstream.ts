import type { ClientRequest, IncomingMessage } from "node:http";
import type { Upstream, UpstreamRequest } from "./create-upstream.ts";
import type { GatewayOutcome, Timeouts } from "./gateway.ts";

/** A request that got no answer, or whose answer broke off. */
export interface Broken {
  outcome: GatewayOutcome;
}

export interface Asked {
  answer: IncomingMessage;
  /** Why the answer broke off, to be asked once it has. */
  why(): GatewayOutcome;
}

interface Question extends UpstreamRequest {
  upstream: Upstream;
  body: Buffer | undefined;
  timeouts: Timeouts;
}

/** Sends a request and waits for the head of its answer. */
export async function askUpstream(question: Question): Promise<Asked | Broken> {
  const first = await ask(question);
  // A kept connection that the provider closed at the same moment: nothing was read, so ask once more.
  return first === "stale" ? ((await ask(question, true)) as Asked | Broken) : first;
}

function ask(question: Question, again = false): Promise<Asked | Broken | "stale"> {
  const { upstream, timeouts, body } = question;
  return new Promise((resolve) => {
    const request = upstream.open(question);
    let stalled: GatewayOutcome | undefined;
    const stall = (phase: keyof typeof words, ms: number) => {
      stalled = { type: "stalled", phase, message: `${upstream.host} ${words[phase]} ${ms / 1000} s.` };
      request.destroy();
    };
    limitConnect(request, timeouts.connectMs, () => stall("connect", timeouts.connectMs));
    let phase: "first-byte" | "idle" = "first-byte";
    request.setTimeout(timeouts.firstByteMs);
    request.on("timeout", () => stall(phase, phase === "idle" ? timeouts.idleMs : timeouts.firstByteMs));
    request.on("response", (answer) => {
      phase = "idle";
      request.setTimeout(timeouts.idleMs);
      const cut = {
        type: "cut" as const,
        message: `${upstream.host} broke off in the middle of its answer.`,
      };
      resolve({ answer, why: () => stalled ?? cut });
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === "ECONNRESET" && !again && !stalled) return resolve("stale");
      resolve({ outcome: stalled ?? unreachable(upstream.host, error) });
    });
    request.end(body);
  });
}

const words = {
  connect: "could not be connected to within",
  "first-byte": "accepted the request and did not answer within",
  idle: "fell silent in the middle of its answer for",
};

function limitConnect(request: ClientRequest, ms: number, onTimeout: () => void): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(onTimeout, ms);
    const done = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", done);
    request.once("close", done);
  });
}

function unreachable(host: string, error: NodeJS.ErrnoException): GatewayOutcome {
  const code = error.code ?? "UNKNOWN";
  return { type: "unreachable", code, message: `${host} cannot be reached (${code}).` };
}
