import type { Duplex } from "node:stream";
import { parseClientHello } from "./parse-client-hello.ts";

export type Greeting =
  | { type: "greeting"; serverName: string; bytes: Buffer }
  | { type: "refused"; why: string };

const maxGreetingBytes = 32 * 1024;
const patienceMs = 10_000;

/** Waits for the TLS greeting on a connection, and leaves the connection paused after it. */
export function readClientHello(client: Duplex, head: Buffer): Promise<Greeting> {
  return new Promise((resolve) => {
    let bytes = head;
    const settle = (greeting: Greeting) => {
      clearTimeout(timer);
      client.off("data", take).off("close", onClose).pause();
      resolve(greeting);
    };
    const refuse = (why: string) => settle({ type: "refused", why });
    const look = () => {
      const hello = parseClientHello(bytes);
      if (hello.type === "invalid") return refuse("no TLS");
      if (hello.type === "partial") return bytes.length > maxGreetingBytes ? refuse("no TLS") : undefined;
      if (hello.encrypted) return refuse("TLS hides its name (ECH)");
      if (!hello.serverName) return refuse("TLS without a name (SNI)");
      settle({ type: "greeting", serverName: hello.serverName, bytes });
    };
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      look();
    };
    const onClose = () => refuse("closed before a TLS greeting");
    const timer = setTimeout(() => refuse("no TLS greeting in time"), patienceMs);
    client.on("data", take).on("close", onClose);
    if (head.length > 0) look();
  });
}
