import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aCanary, formsOf, search } from "./canary.ts";

describe("the search for a key", () => {
  const secret = aCanary();
  const among = (text: string) => {
    const noise = () => randomBytes(5_000);
    return [{ kind: "file", name: "a", bytes: Buffer.concat([noise(), Buffer.from(text), noise()]) }];
  };

  it("finds it in every form, and says which", () => {
    for (const { form, text } of formsOf(secret))
      expect(search(among(text), secret).map((hit) => hit.form)).toContain(form);
  });

  it("finds it in base64 wherever it begins", () => {
    for (const before of ["", "x", "xy", "key=", '{"key":"']) {
      const encoded = Buffer.from(`${before}${secret}", and more`).toString("base64");
      expect(search(among(encoded), secret).length).toBeGreaterThan(0);
    }
  });

  it("finds nothing where there is none", () => {
    expect(search(among(aCanary()), secret)).toEqual([]);
  });
});
