import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { keepUsedEndpoints } from "../../scripts/keep-used-endpoints.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "dist/action");
const sourceOf = (file: string) => readFileSync(join(folder, file), "utf8");

/** The files that are loaded when one is, whatever it then does. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, next = ""] of sourceOf(file).matchAll(/(?:from|import)"\.\/([^"]+)"/g))
    loadedWith(next, known);
  return known;
}

function kilobytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1_024;
}

describe("the Action's bundle", () => {
  it("is not much larger than a megabyte, for both of its entries", () => {
    expect(kilobytes(readdirSync(folder))).toBeLessThan(1_280);
  });

  it("begins with a look at the event, in files of a few kilobytes", () => {
    expect(kilobytes(loadedWith("main.mjs"))).toBeLessThan(20);
  });

  it("loads no engine, sandbox, Markdown, YAML, expressions or letters for slugs with the control zone", () => {
    const control = /import\(`\.\/(control-[^`]+)`\)/.exec(sourceOf("main.mjs"))?.[1] ?? "";
    const loaded = [...loadedWith(control)];
    expect(loaded.length).toBeGreaterThan(3);
    expect(
      loaded.filter((file) =>
        /^(agent-|open-engine|(markdown|read-yaml|expression|evaluate|slug-of)\.mjs)/.test(file),
      ),
    ).toEqual([]);
    expect(kilobytes(loaded)).toBeLessThan(580);
  });
});

describe("Octokit's endpoints in the bundle", () => {
  it("hold all that our adapters call, and little else", async () => {
    const kept = await keptEndpoints();
    const texts = globSync("adapters/github/*.ts", { cwd: root }).map((path) =>
      readFileSync(join(root, path), "utf8"),
    );
    // A list of pull requests has methods of its own.
    const calls = texts
      .flatMap((text) => [
        ...text.matchAll(/\b(actions|checks|git|issues|pulls|reactions|repos)\.([a-z]\w+)\(/g),
      ])
      .filter(([, , method = ""]) => !(method in Array.prototype));
    expect(calls.length).toBeGreaterThan(20);
    expect(
      calls.filter(([, scope = "", method = ""]) => !kept[scope]?.[method]).map(([call]) => call),
    ).toEqual([]);
    expect(JSON.stringify(kept).length).toBeLessThan(20_000);
  });
});

async function keptEndpoints(): Promise<Record<string, Record<string, unknown>>> {
  const octokit = `${root}node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/generated/endpoints.js`;
  const bundle = await rolldown({ input: octokit, cwd: root, plugins: [keepUsedEndpoints(root)] });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const code = Buffer.from(output[0].code).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).default;
}
