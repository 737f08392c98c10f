import type { IncomingMessage } from "node:http";

export interface IntakeLimits {
  /** Bytes of one body. The events we take are well under a megabyte; GitHub itself sends up to 25 MB. */
  each: number;
  /** Bytes of all bodies whose signature nobody has looked at yet. */
  all: number;
}

/** A body that was read; it counts until it is let go. */
export interface Body {
  type: "body";
  bytes: Buffer;
  release(): void;
}

export type Reading =
  | Body
  /** Longer than a webhook of ours can be. */
  | { type: "too-large" }
  /** Others needed its room. */
  | { type: "too-slow" }
  /** The sender went away. */
  | { type: "gone" };

interface Unread {
  chunks: Buffer[];
  size: number;
  giveUp(): void;
}

/** Reads bodies of senders that nobody knows yet. */
export interface Intake {
  read(request: IncomingMessage): Promise<Reading>;
  /** Bytes that are held now. */
  held(): number;
}

/**
 * All bodies together have a limit. Where it is reached, the one that was begun first and has not ended makes room: GitHub sends
 * a body in one go, so whoever holds many back loses them, and a real delivery beside them is read.
 */
export function createIntake(limits: IntakeLimits): Intake {
  const unread = new Set<Unread>();
  let held = 0;
  const drop = (body: Unread) => {
    held -= body.size;
    body.size = 0;
    body.chunks = [];
    unread.delete(body);
  };
  const makeRoom = () => {
    for (const oldest of unread) {
      if (held <= limits.all) return;
      drop(oldest);
      oldest.giveUp();
    }
  };
  const read = (request: IncomingMessage) => {
    let resolve: (reading: Reading) => void = () => {};
    const promise = new Promise<Reading>((done) => {
      resolve = done;
    });
    const body: Unread = { chunks: [], size: 0, giveUp: () => resolve({ type: "too-slow" }) };
    let total = 0;
    unread.add(body);
    request.on("data", (chunk: Buffer) => {
      total += chunk.length;
      // The rest is read and dropped, so that the sender hears why; the server's time limit ends what does not end.
      if (total > limits.each) drop(body);
      if (!unread.has(body)) return;
      body.chunks.push(chunk);
      body.size += chunk.length;
      held += chunk.length;
      makeRoom();
    });
    request.on("end", () => {
      if (total > limits.each) return resolve({ type: "too-large" });
      unread.delete(body);
      resolve({
        type: "body",
        bytes: Buffer.concat(body.chunks),
        release: () => drop(body),
      });
    });
    request.on("close", () => {
      if (request.complete) return;
      drop(body);
      resolve({ type: "gone" });
    });
    return promise;
  };
  return { read, held: () => held };
}
