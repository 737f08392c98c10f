import { connect } from "node:net";
import { type Group, type Place, type Probe, waitUntil } from "./probe.ts";

const tcp = (host: string, port: number, path?: string) =>
  `node -e '
    const s = require("net").connect(${path ? JSON.stringify({ path }) : JSON.stringify({ host, port })});
    s.on("connect", () => console.log("got-through")).on("data", (d) => console.log(String(d)));
    s.on("error", () => {}).on("close", () => console.log("tried")).setTimeout(1500, () => s.destroy())'`;

function dialling(
  name: string,
  host: (place: Place) => string | undefined,
  port: (place: Place) => number,
): Probe {
  return {
    name,
    attack: (place) => tcp(host(place) ?? "127.0.0.1", port(place)),
    isThrough: (_, { stdout }) => stdout.includes("got-through"),
  };
}

const datagram = (host: string, port: number, words: string) =>
  `node -e '
    const s = require("dgram").createSocket("udp4");
    s.on("message", (m) => console.log(String(m))).on("error", () => {});
    s.send(${JSON.stringify(words)}, ${port}, ${JSON.stringify(host)}, () => setTimeout(() => { console.log("tried"); s.close() }, 300))'`;

/** Whether the host can reach what the command listens on. */
async function knock(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .on("data", () => resolve(true))
      .on("error", () => resolve(false))
      .on("close", () => resolve(false));
  });
}

const listeningPort = 20_000 + (process.pid % 20_000);
let wasReached = false;

export const network: Group = {
  group: "ways out by network",
  probes: [
    {
      ...dialling(
        "a service on the host's loopback",
        () => "127.0.0.1",
        ({ world }) => world.port,
      ),
      control: true,
    },
    {
      ...dialling(
        "the same by IPv6",
        () => "::1",
        ({ world }) => world.port,
      ),
    },
    {
      ...dialling(
        "the same as localhost",
        () => "localhost",
        ({ world }) => world.port,
      ),
      control: true,
    },
    {
      ...dialling(
        "the host by its own address",
        ({ world }) => world.ownAddress,
        ({ world }) => world.openPort,
      ),
      control: true,
    },
    dialling(
      "the metadata address",
      () => "169.254.169.254",
      () => 80,
    ),
    dialling(
      "the metadata address of Azure's hosts",
      () => "168.63.129.16",
      () => 80,
    ),
    dialling(
      "the internet by TCP",
      () => "1.1.1.1",
      () => 443,
    ),
    dialling(
      "the internet by IPv6",
      () => "2606:4700:4700::1111",
      () => 443,
    ),
    {
      name: "a UDP service of the host",
      attack: ({ world, nonce }) => datagram("127.0.0.1", world.udpPort, nonce),
      isThrough: ({ world, nonce }) => world.datagrams.includes(nonce),
      control: true,
    },
    {
      name: "a DNS query, as a leak by name",
      attack: () =>
        `node -e 'const d = require("dns"); const r = new d.Resolver({ timeout: 500, tries: 1 }); r.setServers(["1.1.1.1"]);
          r.resolve4("canary.example.com", (e, a) => { if (a) console.log("got-through"); d.lookup("example.com", (e, a) => { if (a) console.log("got-through"); console.log("tried") }) })'`,
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
    },
    {
      name: "an abstract unix socket of the host",
      attack: ({ world }) =>
        `perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack("S a*", PF_UNIX, "\\0${world.abstractName}")) and print <S>; print "\\ntried\\n"'`,
      control: true,
    },
    {
      name: "a service of its own, offered to the host",
      attack: () =>
        `node -e 'require("net").createServer((c) => c.end("hello")).listen(${listeningPort}, "0.0.0.0", () => { console.log("tried"); setTimeout(() => process.exit(), 700) })'`,
      prepare: () => {
        wasReached = false;
      },
      during: async () => {
        wasReached = await waitUntil(() => knock(listeningPort), 900);
      },
      isThrough: () => wasReached,
      control: true,
    },
    {
      name: "another interface than loopback",
      attack: () => "tail -n +3 /proc/net/dev | grep -v ' lo:'; tail -n +2 /proc/net/route; echo tried",
      isThrough: (_, { stdout }) => stdout.trim() !== "tried",
      control: true,
    },
    {
      name: "an interface of its own",
      attack: () =>
        "ip link add probe0 type dummy 2>/dev/null && echo got-through; ip link set lo mtu 1400 2>/dev/null && echo got-through; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
    },
  ],
};
