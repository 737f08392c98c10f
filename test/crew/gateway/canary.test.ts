import { describe, expect, it } from "vitest";
import { createScrubber } from "../../../crew/gateway/create-scrubber.ts";
import type { Reply } from "../../model-api/reply.ts";
import { aGateway, askings, canary, until } from "./a-gateway.ts";

const backwards = [...canary].reverse().join("");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const spellings: Record<string, string> = {
  plain: canary,
  reversed: backwards,
  base64: base64(canary),
  "base64 at an offset": base64(`Bearer ${canary}`),
  "base64 at another": base64(`:${canary}:`),
  base64url: Buffer.from(canary).toString("base64url"),
  hex: Buffer.from(canary).toString("hex"),
  "percent-encoded": encodeURIComponent(canary),
  "base64, reversed": base64(backwards),
  "escaped in JSON": JSON.stringify(JSON.stringify({ key: canary })),
};

/** Longest piece of any spelling of the key that a text holds. */
function leaked(text: string): string[] {
  const core = (value: string) => value.slice(4, -4);
  const known = [
    canary,
    backwards,
    base64(canary),
    base64(backwards),
    Buffer.from(canary).toString("hex"),
    encodeURIComponent(canary),
  ];
  const middles = [1, 2].map((offset) => base64(`${"x".repeat(offset)}${canary}`).slice(4, -4));
  const joined = text.replaceAll(/\s/g, "");
  return [...known.map(core), ...middles].filter((piece) => text.includes(piece) || joined.includes(piece));
}

describe("a provider that says the key aloud", () => {
  it.each(Object.entries(spellings))("is not heard: %s", async (_, spelled) => {
    expect(leaked(spelled)).not.toEqual([]);
    const words = `data: {"text":"the key is ${spelled} indeed"}\n\n`;
    const replies: Reply[] = [
      { type: "raw", chunks: [words] },
      // Every byte a chunk of its own.
      { type: "raw", chunks: [...Buffer.from(words)].map((byte) => Buffer.from([byte])), everyMs: 1 },
      {
        type: "raw",
        status: 400,
        headers: { "content-type": "application/json" },
        chunks: [`{"error":{"message":"no: ${canary} ${base64(canary)}"}}`],
      },
      {
        type: "raw",
        headers: { "x-request-id": spelled.replaceAll(/[^ -~]/g, ""), "set-cookie": canary },
        chunks: ["data: {}\n\n"],
      },
      { type: "fail", status: 401, message: `Incorrect API key provided: ${canary}` },
      { type: "fail-inside", status: 500, message: `for key ${spelled}` },
      { type: "cut", events: 3 },
    ];
    for (const asking of askings) {
      await using world = await aGateway(asking, replies);
      const heard: string[] = [];
      for (const _reply of replies) {
        const response = await world.ask();
        heard.push(JSON.stringify([...response.headers]), await response.text().catch(() => "broken"));
      }
      await until(() => world.entries.length === replies.length);
      heard.push(
        world.log(),
        JSON.stringify([world.entries, world.gateway.usage(), world.gateway.outcome()]),
      );
      expect(heard.flatMap(leaked)).toEqual([]);
      expect(heard[1]).toContain("[redacted]");
      expect(heard[1]).toBe(heard[3]);
    }
  });
});

describe("the scrubber", () => {
  it("changes nothing else, however the bytes are cut", () => {
    const text = `sk-canary-7 sk-canary- ${"ü🦊".repeat(20)} sk-can`;
    const bytes = Buffer.from(text);
    for (let size = 1; size < 12; size += 1) {
      const scrub = createScrubber(canary).stream();
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) out.push(scrub.push(bytes.subarray(at, at + size)));
      out.push(scrub.end());
      expect(Buffer.concat(out).toString()).toBe(text);
    }
  });

  it("holds nothing back at the end of an event", () => {
    const scrub = createScrubber(canary).stream();
    const event = Buffer.from('data: {"text":"hello"}\n\n');
    expect(scrub.push(event)).toEqual(event);
  });

  it("leaves the words of local servers' keys alone", () => {
    expect(createScrubber("none").text("none of them")).toBe("none of them");
  });
});
