import { describe, expect, it } from "vitest";
import { manifestSchema } from "../../../core/model/manifest.ts";
import { createValidator, formatPath } from "../../../core/model/validate.ts";

describe("validating", () => {
  it("leaves the value it was given as it was", () => {
    const validate = createValidator<{ a: number }>({
      type: "object",
      properties: { a: { type: "integer", default: 1 } },
    });
    const given = {};
    expect(validate(given)).toEqual({ ok: true, value: { a: 1 } });
    expect(given).toEqual({});
  });

  it("of several allowed forms, speaks of the nearest one", () => {
    const change = { path: "a", mode: "120000", size: 1, sha256: "0".repeat(64) };
    const reading = createValidator(manifestSchema)({ changes: [change] });
    const messages = reading.ok ? [] : reading.problems.map(({ path, message }) => `${path} ${message}`);
    expect(messages).toContain('changes[0].mode should be one of "100644", "100755", but is "120000"');
    expect(messages.filter((message) => message.startsWith("changes"))).toHaveLength(1);
  });

  it("writes paths as people do", () => {
    expect(formatPath(["tasks", 2, "title"])).toBe("tasks[2].title");
    expect(formatPath(["a", "b.c"])).toBe('a["b.c"]');
    expect(formatPath([])).toBe("");
  });
});
