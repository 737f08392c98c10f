import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "rolldown";

/** Modules with heavy libraries that many runs never call. They export functions and types, nothing else. */
const lateModules = [
  "core/check/rules/apply-rules.ts",
  "core/check/rules/compile-pattern.ts",
  "core/model/read-yaml.ts",
  "core/model/write-yaml.ts",
  "core/plan/draft-backlog.ts",
  "core/plan/edit-backlog.ts",
  "core/plan/remarks-on.ts",
  "core/recipe/evaluate.ts",
  "core/recipe/expression.ts",
  "core/scan/scan-change.ts",
  "core/scan/secret-rules.ts",
  "core/text/markdown.ts",
  "core/text/slug-of.ts",
];

const real = "?real";

/**
 * Makes each late module a file of its own, which is loaded when one of its functions is first called.
 * Its callers in `core/` are synchronous, so that `import()` is no way; Node's `require` takes modules, too.
 */
export function loadLate(root: string): Plugin {
  const isLate = (id: string) => lateModules.some((path) => id === `${root}${path}`);
  return {
    name: "load-late",
    buildStart() {
      for (const path of lateModules)
        this.emitFile({ type: "chunk", id: `${root}${path}${real}`, fileName: fileOf(path) });
    },
    resolveId: (id) => (id.endsWith(real) ? id : null),
    load(id) {
      if (id.endsWith(real)) return { code: sourceOf(id.slice(0, -real.length)), moduleType: "ts" };
      return isLate(id) ? formatStub(id) : null;
    },
  };
}

/** The same functions, each of which loads the real one when it is called. */
function formatStub(id: string): string {
  const names = [...sourceOf(id).matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  const load = `load(${JSON.stringify(`./${fileOf(id)}`)})`;
  return [
    'import { createRequire } from "node:module";',
    "const load = createRequire(import.meta.url);",
    ...names.map((name) => `export const ${name} = (...args) => ${load}.${name}(...args);`),
  ].join("\n");
}

function sourceOf(path: string): string {
  return readFileSync(path, "utf8");
}

function fileOf(path: string): string {
  return `${basename(path, ".ts")}.mjs`;
}
