import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuickCheck } from "../../../core/model/precompiled.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { loadLate } from "../../../scripts/load-late.ts";
import { precompileSchemas, schemas } from "../../../scripts/precompile-schemas.ts";
import { fitting } from "../../builders/fitting.ts";
import { createChance } from "../../builders/random.ts";

const folder = mkdtempSync(join(tmpdir(), "gsd-precompiled-"));
const counts = { fit: 0, not: 0 };
let bundled: { createValidator: typeof createValidator; precompiled: Record<string, QuickCheck> };

beforeAll(async () => {
  const root = join(import.meta.dirname, "../../../");
  const entry = `export { createValidator } from "${root}core/model/validate.ts";
    export { precompiled } from "${root}core/model/precompiled.ts";`;
  const own = {
    name: "entry",
    resolveId: (id: string) => (id === "entry" ? id : null),
    load: (id: string) => (id === "entry" ? entry : null),
  };
  const plugins = [own, precompileSchemas(), loadLate(root)];
  const bundle = await rolldown({ input: "entry", platform: "node", cwd: root, plugins });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "checks.mjs" });
  await bundle.close();
  bundled = await import(join(folder, "checks.mjs"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("checks that the build compiles", () => {
  it.each(Object.entries(schemas))(
    "of %s say the same as those from source, word for word",
    (name, schema) => {
      const [quick, slow] = [bundled.createValidator(schema, name), createValidator(schema)];
      const chance = createChance(11);
      for (let round = 0; round < 300; round += 1) {
        const value = fitting(schema as Record<string, unknown>, chance, 30 + 10 * round);
        const expected = slow(value);
        expect(quick(value)).toEqual(expected);
        expect(bundled.precompiled[name]?.(structuredClone(value))).toBe(expected.ok);
        counts[expected.ok ? "fit" : "not"] += 1;
      }
    },
  );

  it("have seen values of both sorts", () => {
    expect(counts.fit).toBeGreaterThan(500);
    expect(counts.not).toBeGreaterThan(500);
  });

  it("exist for every schema that has a validator", () => {
    const files = globSync("{core,loop,adapters,crew,action,app}/**/*.ts").filter(
      (file) => !file.endsWith("/validate.ts"),
    );
    const calls = files.flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/createValidator(?:<[^()]*>)?\(([^()]*)\)/g),
    ]);
    const names = calls.map(([call]) => /["`]([a-z-]+)(?::\$\{\w+\})?["`]\)$/.exec(call)?.[1] ?? call);
    const known = new Set(Object.keys(schemas).map((name) => name.split(":")[0]));
    expect(calls.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});
