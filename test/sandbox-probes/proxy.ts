import type { Group, Probe } from "./probe.ts";

/** Where names lead. Everything else leads to some public address. */
export const addresses: Record<string, string[]> = {
  "rebind.example.com": ["127.0.0.1"],
  "mixed.example.com": ["93.184.216.34", "10.0.0.5"],
  "metadata.example.com": ["169.254.169.254"],
};

/** What the proxy may lead to. */
const listed = [
  "packages.example.com",
  "http://plain.example.com",
  "rebind.example.com",
  "mixed.example.com",
  "metadata.example.com",
];
const port = 3128;

/** Says something to the proxy byte for byte, then perhaps more, and prints what comes back. */
function speak(first: string, then = ""): string {
  const words = Buffer.from(JSON.stringify([first, then])).toString("base64");
  return `node -e '
    const [first, then] = JSON.parse(Buffer.from(process.argv[1], "base64")).map((text) => Buffer.from(text, "latin1"));
    const s = require("net").connect(${port}, "127.0.0.1", () => s.write(first));
    s.once("data", (d) => { console.log(String(d).split("\\r\\n")[0]); if (then.length) s.write(then) });
    s.on("error", () => {}).on("close", () => console.log("tried")).setTimeout(400, () => s.destroy())' ${words}`;
}

const ask = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;

/** A TLS greeting with the extensions given; enough of one for any server to know where it is meant to go. */
export function greeting(...extensions: Buffer[]): string {
  const list = Buffer.concat(extensions);
  const body = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    Buffer.from([0, 0, 2, 0x13, 0x01, 1, 0]),
    Buffer.from([list.length >> 8, list.length & 255]),
    list,
  ]);
  const message = Buffer.concat([Buffer.from([1, 0, body.length >> 8, body.length & 255]), body]);
  return Buffer.concat([
    Buffer.from([22, 3, 1, message.length >> 8, message.length & 255]),
    message,
  ]).toString("latin1");
}

export function serverName(name: string): Buffer {
  const size = (value: number) => [value >> 8, value & 255];
  const bytes = Buffer.from(name);
  return Buffer.concat([
    Buffer.from([0, 0, ...size(bytes.length + 5), ...size(bytes.length + 3), 0, ...size(bytes.length)]),
    bytes,
  ]);
}

const encryptedHello = Buffer.from([0xfe, 0x0d, 0, 1, 0]);

/** Nothing may be dialled for it. */
function proxied(name: string, attack: () => string): Probe {
  return {
    name,
    hosts: listed,
    attack,
    isThrough: ({ dialled }) => dialled.length > 0,
  };
}

const good = ask("packages.example.com:443");
const goodGreeting = greeting(serverName("packages.example.com"));

/** Shows that the same way does lead to a listed host, so that the others were refused and not just broken. */
export const throughTheProxy: Probe = {
  ...proxied("a listed host, as it should be asked for", () => speak(good, goodGreeting)),
};

export const proxy: Group = {
  group: "ways out by the proxy",
  probes: [
    proxied("a host that is not listed", () =>
      speak(ask("evil.example.com:443"), greeting(serverName("evil.example.com"))),
    ),
    proxied("a name below a listed one", () =>
      speak(ask("x.packages.example.com:443"), greeting(serverName("x.packages.example.com"))),
    ),
    proxied("a name that begins like a listed one", () =>
      speak(
        ask("packages.example.com.evil.test:443"),
        greeting(serverName("packages.example.com.evil.test")),
      ),
    ),
    proxied("a listed name with a dot behind it", () =>
      speak(ask("packages.example.com.:443"), goodGreeting),
    ),
    proxied("an address", () => speak(ask("93.184.216.34:443"), goodGreeting)),
    proxied("an address as one number", () => speak(ask("1572395042:443"), goodGreeting)),
    proxied("an IPv6 address", () => speak(ask("[2606:4700::1111]:443"), goodGreeting)),
    proxied("another port of a listed host", () => speak(ask("packages.example.com:22"), goodGreeting)),
    proxied("port 80 of a listed host", () => speak(ask("packages.example.com:80"), goodGreeting)),
    proxied("a TLS greeting for another host", () => speak(good, greeting(serverName("evil.example.com")))),
    proxied("a TLS greeting with two names", () =>
      speak(good, greeting(serverName("packages.example.com"), serverName("evil.example.com"))),
    ),
    proxied("a TLS greeting without a name", () => speak(good, greeting())),
    proxied("a TLS greeting with a hidden name (ECH)", () =>
      speak(good, greeting(serverName("packages.example.com"), encryptedHello)),
    ),
    proxied("no TLS in the tunnel: ssh", () => speak(good, "SSH-2.0-probe\r\n")),
    proxied("no TLS in the tunnel: HTTP with another Host", () =>
      speak(good, "GET / HTTP/1.1\r\nHost: evil.example.com\r\n\r\n"),
    ),
    proxied("plain HTTP to a host listed for TLS", () =>
      speak("GET http://packages.example.com/ HTTP/1.1\r\nHost: packages.example.com\r\n\r\n"),
    ),
    proxied("plain HTTP with another Host header", () =>
      speak("GET http://plain.example.com/ HTTP/1.1\r\nHost: evil.example.com\r\n\r\n"),
    ),
    proxied("plain HTTP by CONNECT", () =>
      speak(ask("plain.example.com:80"), "GET / HTTP/1.1\r\nHost: plain.example.com\r\n\r\n"),
    ),
    proxied("a user name that looks like a host", () =>
      speak(ask("packages.example.com:443@evil.example.com:443"), greeting(serverName("evil.example.com"))),
    ),
    proxied("a line break in the name", () =>
      speak(
        "CONNECT packages.example.com:443\r\n evil.example.com:443 HTTP/1.1\r\nHost: packages.example.com\r\n\r\n",
        goodGreeting,
      ),
    ),
    proxied("a null byte in the name", () =>
      speak("CONNECT evil.example.com\0.packages.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", goodGreeting),
    ),
    proxied("two requests in one, the second elsewhere", () =>
      speak(
        "GET http://evil.example.com/ HTTP/1.1\r\nHost: evil.example.com\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET http://evil.example.com/ HTTP/1.1\r\nHost: evil.example.com\r\n\r\n",
      ),
    ),
    proxied("a listed name that leads to loopback (DNS rebinding)", () =>
      speak(ask("rebind.example.com:443"), greeting(serverName("rebind.example.com"))),
    ),
    proxied("a listed name with a public and a private address", () =>
      speak(ask("mixed.example.com:443"), greeting(serverName("mixed.example.com"))),
    ),
    proxied("a listed name that leads to the metadata address", () =>
      speak(ask("metadata.example.com:443"), greeting(serverName("metadata.example.com"))),
    ),
  ],
};
