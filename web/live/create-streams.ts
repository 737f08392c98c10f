import type { ServerResponse } from "node:http";
import type { RepositoryName } from "../source.ts";
import type { Changes } from "./changes.ts";

export interface StreamLimits {
  /** Streams in all, and of one session. */
  most: number;
  each: number;
  /** Between two signs of life; with each, access is asked for again. */
  beatMs: number;
  /** Changes that come within this time are told as one. */
  quietMs: number;
  /** After this long without a change, pages look again: a word of it may have been lost. */
  lookMs: number;
}

export const streamLimits: StreamLimits = {
  most: 200,
  each: 6,
  beatMs: 20_000,
  quietMs: 500,
  lookMs: 120_000,
};

/** A page that listens. */
export interface Listener {
  /** Whose session it is. */
  session: string;
  /** What the page had seen when it was made. */
  seen: string;
  concerns(repository: RepositoryName): boolean;
  /** Whether they may still hear of it. */
  isAllowed(): Promise<boolean>;
}

/** Open streams of server-sent events. They say that something changed, and never what. */
export interface Streams {
  open(response: ServerResponse, listener: Listener): void;
  /** Ends those of a session that is over. */
  endOf(session: string): void;
  close(): void;
  count(): number;
}

interface Stream {
  session: string;
  /** `over`: there is nothing more to hear; else the page comes back. */
  end(why: "over" | "stopping"): void;
}

export function createStreams(changes: Changes, limits: StreamLimits = streamLimits): Streams {
  const streams = new Set<Stream>();
  const isFull = (session: string) =>
    streams.size >= limits.most ||
    [...streams].filter((one) => one.session === session).length >= limits.each;
  let closed = false;
  return {
    open(response, listener) {
      if (closed || isFull(listener.session))
        return void response.writeHead(503, { "retry-after": "60", "cache-control": "no-store" }).end();
      const stream = start({ changes, limits, response, listener });
      streams.add(stream);
      response.once("close", () => streams.delete(stream));
    },
    endOf(session) {
      for (const stream of streams) if (stream.session === session) stream.end("over");
    },
    close() {
      closed = true;
      for (const stream of streams) stream.end("stopping");
    },
    count: () => streams.size,
  };
}

interface Start {
  changes: Changes;
  limits: StreamLimits;
  response: ServerResponse;
  listener: Listener;
}

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies neither keep nor change nor hold it back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

function start({ changes, limits, response, listener }: Start): Stream {
  let waiting: NodeJS.Timeout | undefined;
  let told = performance.now();
  const say = (event: string) => {
    told = performance.now();
    if (response.writableEnded) return;
    response.write(`event: ${event}\ndata: ${changes.seen()}\n\n`);
  };
  const change = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      say("change");
    }, limits.quietMs);
  };
  const end = (why: "over" | "stopping") => {
    if (!response.writableEnded) response.end(why === "over" ? "event: end\ndata: over\n\n" : undefined);
  };
  const beat = async () => {
    const isAllowed = await listener.isAllowed().catch(() => false);
    if (!isAllowed) return end("over");
    if (performance.now() - told >= limits.lookMs) say("change");
    else if (!response.writableEnded) response.write(":\n\n");
  };
  const timer = setInterval(() => void beat(), limits.beatMs);
  timer.unref();
  const stop = changes.listen((repository) => listener.concerns(repository) && change());
  response.once("close", () => {
    clearInterval(timer);
    clearTimeout(waiting);
    stop();
  });
  response.writeHead(200, headers);
  // The first bytes get through proxies that wait for some.
  response.write(":\n\n");
  if (listener.seen !== changes.seen()) change();
  return { session: listener.session, end };
}
