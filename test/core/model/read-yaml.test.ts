import { describe, expect, it } from "vitest";
import { readYaml } from "../../../core/model/read-yaml.ts";

const read = (text: string) => readYaml(text, { maxBytes: 100_000 });

function messagesOf(text: string): string[] {
  const reading = read(text);
  return reading.ok ? [] : reading.problems.map(({ line, message }) => `${line ?? "-"}: ${message}`);
}

describe("reading YAML from strangers", () => {
  it("reads a plain document and finds its parts again", () => {
    const reading = read("a:\n  - b: 1\n    c: 2\n");
    expect(reading).toMatchObject({ ok: true, value: { a: [{ b: 1, c: 2 }] } });
    if (!reading.ok) return;
    expect(reading.locate(["a", 0, "c"])).toEqual({ line: 3, column: 5 });
    expect(reading.locate(["a", 0, "missing"])).toEqual({ line: 2, column: 5 });
    expect(reading.locate([])).toEqual({ line: 1, column: 1 });
  });

  it("refuses anchors and aliases, and so alias bombs", () => {
    const bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n";
    expect(messagesOf(bomb)).toContain("1: sets an anchor; write the value out instead");
    expect(messagesOf(bomb)).toContain("3: uses an alias; write the value out instead");
    expect(messagesOf("a: &a [*a]\n")).not.toEqual([]);
    expect(messagesOf("a: &a {b: 1}\n")).toEqual(["1: sets an anchor; write the value out instead"]);
  });

  it.each(["a: !!js/function 'x'", "a: !include /etc/passwd", "!!set {a}", "a: !!binary aGk="])(
    "refuses tags: %s",
    (text) => {
      expect(messagesOf(text).join()).toContain("uses the tag");
    },
  );

  it("refuses a doubled key, at its line", () => {
    expect(messagesOf("a: 1\nb: 2\na: 3\n")).toEqual(["3: has the key a twice"]);
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses the key %s anywhere", (key) => {
    expect(messagesOf(`a:\n  - ${key}: {isAdmin: true}\n`)).toEqual([
      `2: uses the key ${key}, which is not allowed`,
    ]);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  it("refuses a second document", () => {
    expect(messagesOf("a: 1\n---\nb: 2\n")).toEqual(["2: contains more than one document; keep only one"]);
  });

  it("refuses mappings as keys and does not merge by <<", () => {
    expect(messagesOf("? {a: b}\n: c\n").join()).toContain("as a key");
    expect(read("<<: {a: 1}\n")).toMatchObject({ ok: true, value: { "<<": { a: 1 } } });
  });

  it.each(["[", "{a: ", "- ", "? ", "- ["])(
    "refuses deep nesting of %j without running out of stack",
    (piece) => {
      expect(messagesOf(piece.repeat(20_000)).join()).toContain("nested more than 30 levels");
    },
  );

  it("refuses a text that is too long before it reads it", () => {
    expect(messagesOf("é".repeat(60_000))).toEqual(["-: is 120000 bytes long; the limit is 100000"]);
  });

  it("names every syntax error with its line", () => {
    expect(messagesOf("a: 'x' y\nb: @z\n")).toHaveLength(2);
    expect(messagesOf("a: [1, 2\n").join()).toMatch(/^\d: is not valid YAML/);
  });

  it("takes no longer with thousands of keys", () => {
    const text = Array.from({ length: 9_000 }, (_, index) => `k${index}: 1`).join("\n");
    expect(read(text).ok).toBe(true);
  });
});
