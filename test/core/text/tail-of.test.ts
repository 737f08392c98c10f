import { describe, expect, it } from "vitest";
import { outputTail, tailOf } from "../../../core/text/tail-of.ts";

describe("the end of a long text", () => {
  it("starts with a line where that costs little, and counts bytes", () => {
    expect(tailOf("one\ntwo\nthree\n", 100)).toBe("one\ntwo\nthree");
    expect(tailOf(`${"a".repeat(50)}\nsecond line here\nthird line`, 34)).toBe(
      "…\nsecond line here\nthird line",
    );
    const text = tailOf("数据".repeat(100), 50);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50);
    expect(text).not.toContain("\ufffd");
  });
});

describe("the end of what a command printed", () => {
  it("has no thousands of dots", () => {
    expect(outputTail(`${".".repeat(6_000)}\n6000 passing`, 4_000)).toBe("...…\n6000 passing");
    const lines = Array.from({ length: 90 }, (_, at) => `${".".repeat(72)} [ ${at}%]`).join("\n");
    const text = outputTail(`${lines}\n6480 passed in 3 s`, 4_000);
    expect(text.split("\n")).toHaveLength(3);
    expect(text).toMatch(/6480 passed in 3 s$/);
  });

  it("keeps what failed among the dots", () => {
    expect(outputTail(`${".".repeat(500)}F${".".repeat(500)}\n1 failed`, 4_000)).toBe("...…F...…\n1 failed");
  });

  it("shows lines that were written over as they were last", () => {
    expect(outputTail("10 %\r50 %\r100 %\r\ndone\r\n", 100)).toBe("100 %\ndone");
  });

  it("is cut by lines and by bytes", () => {
    const many = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
    const text = outputTail(many, 4_000);
    expect(text.split("\n")).toHaveLength(61);
    expect(text).toMatch(/^…\nline 440\n/);
    expect(outputTail("x".repeat(9_000), 4_000).length).toBeLessThanOrEqual(4_000);
  });
});
