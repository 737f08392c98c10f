import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { actionSizes } from "../../scripts/build.ts";
import { keepUsedEndpoints } from "../../scripts/keep-used-endpoints.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "dist/action");
const sizes = actionSizes();
const sizeOf = (part: string) =>
  sizes.find((one) => one.part === part) ?? { start: Number.NaN, whole: Number.NaN };

/** The files that are loaded when one is, whatever it then does. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const source = readFileSync(join(folder, file), "utf8");
  for (const [, next = ""] of source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loadedWith(next, known);
  return known;
}

// `npm run build` prints these sizes. What is over a limit belongs into a part that is loaded when it is needed.
describe("the Action's bundle", () => {
  it("begins with a look at the event, in files of a few kilobytes", () => {
    expect(sizeOf("main").start).toBeLessThan(18);
    expect(sizeOf("people").start).toBeLessThan(18);
  });

  it.each([
    ["begin", 310],
    ["control", 650],
    ["publish", 700],
  ])("loads few kilobytes with %s", (part, most) => {
    expect(sizeOf(part).start).toBeLessThan(most);
  });

  // 850 KB, and RE2, Markdown, YAML and the rules for secrets: 450 KB that only those load who need them.
  it.each(["control", "publish", "tick"])(
    "has little more than a megabyte for all that %s may ever load",
    (part) => {
      expect(sizeOf(part).whole).toBeLessThan(1_340);
    },
  );

  it("is not much larger for all of its parts, with the crew and what people call themselves", () => {
    expect(sizeOf("all files").whole).toBeLessThan(1_660);
  });

  it("loads no engine, sandbox, Markdown, YAML, expressions, patterns, letters for slugs or rules for secrets with the control zone", () => {
    const main = readFileSync(join(folder, "main.mjs"), "utf8");
    const control = /import\(`\.\/(control-[^`]+)`\)/.exec(main)?.[1] ?? "";
    const loaded = [...loadedWith(control)];
    expect(loaded.length).toBeGreaterThan(3);
    expect(
      loaded.filter((file) =>
        /^(agent-|open-engine|(markdown|read-yaml|compile-pattern|expression|evaluate|slug-of|draft-backlog|edit-backlog|apply-rules|scan-change|secret-rules)\.mjs)/.test(
          file,
        ),
      ),
    ).toEqual([]);
    // Whoever imports the library itself brings it along, whatever the file is called.
    const isYaml = (file: string) => readFileSync(join(folder, file), "utf8").includes("tag:yaml.org,2002:");
    expect(readdirSync(folder).filter(isYaml)).not.toEqual([]);
    expect(loaded.filter(isYaml)).toEqual([]);
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
