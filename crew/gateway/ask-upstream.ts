import type { ClientRequest, IncomingMessage } from "node:http";
import type { Upstream, UpstreamRequest } from "./create-upstream.ts";
import type { GatewayOutcome, Timeouts } from "./gateway.ts";

/** A request that got no answer. */
interface Broken {
  outcome: GatewayOutcome;
  /** True when it may have reached the provider, which then bills for it. */
  sent: boolean;
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

/** Sends a request and waits for the head of its answer. It is never sent twice: the provider may have read the first. */
export function askUpstream(question: Question): Promise<Asked | Broken> {
  const { upstream, timeouts, body } = question;
  return new Promise((resolve) => {
    const request = upstream.open(question);
    let stalled: GatewayOutcome | undefined;
    let sent = false;
    const stall = (phase: keyof typeof words, ms: number) => {
      stalled = { type: "stalled", phase, message: `${upstream.host} ${words[phase]} ${ms / 1000} s.` };
      request.destroy();
    };
    limitConnect(request, timeouts.connectMs, {
      onTimeout: () => stall("connect", timeouts.connectMs),
      onConnect: () => {
        sent = true;
      },
    });
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
    request.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ outcome: stalled ?? unreachable(upstream.host, error), sent }),
    );
    request.end(body);
  });
}

const words = {
  connect: "could not be connected to within",
  "first-byte": "accepted the request and did not answer within",
  idle: "fell silent in the middle of its answer for",
};

function limitConnect(
  request: ClientRequest,
  ms: number,
  { onTimeout, onConnect }: { onTimeout: () => void; onConnect: () => void },
): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return onConnect();
    const timer = setTimeout(onTimeout, ms);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      onConnect();
    });
    request.once("close", () => clearTimeout(timer));
  });
}

function unreachable(host: string, error: NodeJS.ErrnoException): GatewayOutcome {
  const code = error.code ?? "UNKNOWN";
  return { type: "unreachable", code, message: `${host} cannot be reached (${code}).` };
}
