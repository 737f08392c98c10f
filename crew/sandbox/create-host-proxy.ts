import { lookup } from "node:dns/promises";
import { chmod } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { Duplex } from "node:stream";
import type { NetworkTrouble } from "../../core/model/note.ts";
import { type AllowedHost, parseAllowedHost, parseAuthority } from "./allowed-hosts.ts";
import { forwardPlain } from "./forward-plain.ts";
import { isPublicAddress } from "./is-public-address.ts";
import { readClientHello } from "./read-client-hello.ts";

export interface HostProxyOptions {
  /** Where it listens on the host. */
  socket: string;
  /** Exact names; see `parseAllowedHost`. */
  hosts: string[];
  onAttempt?: (attempt: ProxyAttempt) => void;
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<string[]>;
  /** Opens a connection to an address that was checked. */
  open?: (address: string, port: number) => Socket;
}

/** One wish to reach something, for the log. `refused` says why not, `trouble` of which kind that is. */
export interface ProxyAttempt {
  host: string;
  port: number;
  /** Without TLS. */
  plain?: boolean;
  address?: string;
  refused?: string;
  trouble?: NetworkTrouble;
}

export interface HostProxy {
  socket: string;
  attempts(): ProxyAttempt[];
  close(): Promise<void>;
}

const maxAttemptsKept = 1_000;
const maxConnections = 256;

/**
 * An HTTP proxy on a unix socket that leads to named hosts only. Names are resolved here, once, and the address that was
 * checked is the one connected to, so a name that changes its mind (DNS rebinding) gains nothing.
 */
export async function createHostProxy(options: HostProxyOptions): Promise<HostProxy> {
  const attempts: ProxyAttempt[] = [];
  const note = (attempt: ProxyAttempt) => {
    if (attempts.length < maxAttemptsKept) attempts.push(attempt);
    options.onAttempt?.(attempt);
  };
  const gate = createGate(options, note);
  const server = createServer((request, response) => void answerPlain(gate, request, response));
  server.maxConnections = maxConnections;
  // Node forgets connections that became tunnels, and would wait for them at the end.
  const clients = new Set<Duplex>();
  server.on("connection", (client) => {
    clients.add(client);
    client.on("close", () => clients.delete(client));
  });
  server.on("connect", (request, client, head) => void answerConnect(gate, request, { client, head }));
  // A request that Node's own parser refuses: no answer is owed.
  server.on("clientError", (_, client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.socket, resolve);
  });
  // The sandbox is another user where gsd is root; the folder above says who may come here.
  await chmod(options.socket, 0o666);
  return {
    socket: options.socket,
    attempts: () => [...attempts],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        gate.end();
        for (const client of clients) client.destroy();
      }),
  };
}

/** Something that a program wants to reach; without a port where nobody can tell. */
type Wish = Pick<AllowedHost, "host" | "port"> & { plain?: boolean };

/** Decides about wishes, and opens the way; what it refuses, it notes. */
interface Gate {
  /** The address to go to, if the wish is granted. */
  find(wish: AllowedHost): Promise<string | undefined>;
  refuse(wish: Wish, why: string, trouble: NetworkTrouble, address?: string): undefined;
  open(wish: AllowedHost, address: string): Socket;
  end(): void;
}

function createGate(options: HostProxyOptions, note: (attempt: ProxyAttempt) => void): Gate {
  const allowed = options.hosts.map(parseAllowedHost);
  const resolve = options.resolve ?? resolveAll;
  const open = options.open ?? ((host, port) => connect({ host, port }));
  const sockets = new Set<Socket>();
  const refuse: Gate["refuse"] = ({ host, port, plain }, why, trouble, address) => {
    const attempt: ProxyAttempt = { host, port, refused: why, trouble };
    if (plain) attempt.plain = true;
    if (address !== undefined) attempt.address = address;
    note(attempt);
  };
  return {
    refuse,
    async find(wish) {
      if (!allowed.some((one) => isSame(one, wish))) return refuse(wish, "not on the list", "not-allowed");
      const addresses = await resolve(wish.host).catch(() => []);
      const inner = addresses.find((one) => !isPublicAddress(one) || isOwnAddress(one));
      if (inner !== undefined) return refuse(wish, "not a public address", "not-public", inner);
      return addresses[0] ?? refuse(wish, "no address", "no-address");
    },
    open(wish, address) {
      note({ host: wish.host, port: wish.port, address });
      const socket = open(address, wish.port);
      sockets.add(socket);
      let isConnected = false;
      socket.once("connect", () => {
        isConnected = true;
      });
      socket.on("error", (error: NodeJS.ErrnoException) => {
        if (!isConnected) refuse(wish, error.code ?? error.message, troubleOf(error), address);
        socket.destroy();
      });
      return socket.on("close", () => sockets.delete(socket));
    },
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function troubleOf({ code }: NodeJS.ErrnoException): NetworkTrouble {
  return code === "ECONNREFUSED" || code === "ECONNRESET" ? "refused" : "unreachable";
}

function isSame(one: AllowedHost, other: AllowedHost): boolean {
  return one.host === other.host && one.port === other.port && one.plain === other.plain;
}

/** A machine with a public address would be reached from inside, past whatever guards it from outside. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map((entry) => entry.address);
}

async function answerConnect(
  gate: Gate,
  request: IncomingMessage,
  { client, head }: { client: Duplex; head: Buffer },
): Promise<void> {
  client.on("error", () => client.destroy());
  const authority = parseAuthority(request.url ?? "");
  if (!authority) {
    gate.refuse({ host: printable(request.url ?? ""), port: 0 }, "not a host name", "not-a-name");
    return refuseConnect(client);
  }
  const wish = { ...authority, plain: false };
  const address = await gate.find(wish);
  if (address === undefined) return refuseConnect(client);
  // Who is spoken to is known only from the TLS greeting, which comes after our consent and before we dial.
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  const greeting = await readClientHello(client, head);
  const why = greeting.type === "refused" ? greeting.why : wrongName(greeting.serverName, wish.host);
  if (why) gate.refuse(wish, why, "tls", address);
  if (why || greeting.type === "refused") return void client.destroy();
  const server = gate.open(wish, address);
  server.write(greeting.bytes);
  join(client, server);
}

function wrongName(serverName: string, host: string): string | undefined {
  return serverName.toLowerCase() === host ? undefined : `TLS asks for ${printable(serverName)}`;
}

function refuseConnect(client: Duplex): void {
  const answer = "HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
  client.end(answer, () => client.destroy());
}

/** Both ways until either ends. */
function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one);
  one.on("close", () => other.destroy());
  other.on("close", () => one.destroy());
}

async function answerPlain(gate: Gate, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? "");
  const host = url?.hostname ?? printable(request.url ?? "");
  const wish = { host, port: Number(url?.port || 80), plain: true };
  const refuse = (why?: string, trouble: NetworkTrouble = "not-a-name") => {
    if (why) gate.refuse(wish, why, trouble);
    response.writeHead(403, { connection: "close" }).end();
  };
  if (url?.protocol !== "http:" || url.username || !parseAuthority(`${wish.host}:${wish.port}`))
    return refuse("not a host name");
  if (request.headers.host?.toLowerCase() !== url.host) return refuse("the Host header differs", "refused");
  if (request.headers.upgrade) return refuse("an upgrade", "refused");
  const address = await gate.find(wish);
  if (address === undefined) return refuse();
  forwardPlain({ request, response, server: gate.open(wish, address), url });
}

function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "?").slice(0, 200);
}
