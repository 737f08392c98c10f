import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { jobKinds } from "../core/model/job.ts";

/** Which folders each folder may import from. Imports point inward; the forge is the other side. */
const allowed: Record<string, string[]> = {
  core: ["core", "package.json"],
  loop: ["loop", "core"],
  crew: ["crew", "adapters", "core"],
  // The pages read through a port; the adapter of that port knows its type.
  adapters: ["adapters", "core", "web/source.ts"],
  web: ["web", "core"],
  app: ["app", "loop", "adapters", "web", "core"],
  action: ["action", "loop", "crew", "adapters", "core"],
  // Of the pages it shares only how they are marked up.
  "local/forge": [
    "local/forge",
    "local/actions-port.ts",
    "core/gsd-error.ts",
    "web/html.ts",
    "web/icon.ts",
    "web/base-style.ts",
    "web/match-route.ts",
    "web/markdown",
    "web/graph",
  ],
  "local/runner": ["local/runner", "local/actions-port.ts", "core/gsd-error.ts"],
};

/** The folders of core, the innermost first: each may import from those of earlier lines, and from itself. */
const inner: string[][] = [
  ["text"],
  ["model"],
  ["codec"],
  ["sources", "detect", "context"],
  ["plan"],
  ["scan"],
  ["permissions"],
  ["check"],
  ["recipe"],
  ["select", "backlog"],
  ["install"],
  ["command", "ports", "run"],
  ["trigger"],
  ["jobs"],
  ["trust"],
  ["decide"],
  ["view", "audit"],
  ["prompt"],
  ["inspect"],
  ["render"],
  ["parse"],
];

/** Where the name of a kind of job may decide: its rows and its types. */
const knowsKinds = ["core/jobs/", "core/model/"];

/** Files that read the environment: one per entry point. */

const readsEnvironment = ["action/environment.ts", "app/environment.ts", "cli/environment.ts"];

/** Files that open something by its path, and what. A path in a work tree may be anything that an agent or a branch made of it. */
const opensPaths: Record<string, string> = {
  "action/environment.ts": "the event, where the runner put it",
  "action/find-job.ts": "what our own first step wrote, outside of the tree",
  "adapters/git/folder-reader.ts": "an agent's tree, by lstat and without following a link",
  "adapters/git/list-folder.ts": "names in an agent's tree, a bounded number of them",
  "adapters/git/load-manifest.ts": "names in the artifact; what they hold by `readPlain`",
  "adapters/git/write-entries.ts": "new files, to write them",
  "adapters/git/write-manifest.ts": "names in our own output folder",
  "adapters/read-plain.ts": "the one way to read a file that somebody else put there",
  "adapters/shipped-files.ts": "what we ship",
  "app/environment.ts": "the App's own key",
  "crew/engines/install-engine.ts": "what was downloaded, in a folder of its own",
  "crew/gateway/read-usage.ts": "what our gateway wrote",
  "crew/logs.ts": "what our crew wrote",
  "crew/sandbox/bubblewrap-arguments.ts": "/etc of the host",
  "crew/sandbox/create-cover.ts": "names of programs that somebody tried; nothing of it is opened",
  "crew/sandbox/find-hidden.ts": "names in an agent's tree, by their kind and without following a link",
  "crew/sandbox/find-programs.ts": "names in the machine's folders of programs",
  "crew/sandbox/git-view.ts":
    "`.git` where it is a file; no commit can hold one, and no sandbox can write to it",
  "crew/sandbox/process-tree.ts": "/proc",
  "crew/sandbox/read-proc.ts": "/proc",
  "crew/sandbox/run-process.ts": "/proc and /dev/null",
  "crew/sandbox/watch-usage.ts": "/proc",
  "crew/setup/find-tools.ts": "the runner's tool cache, by the names in it",
};
const opening =
  /^(readFile|open|createReadStream|readdir|opendir|readlink|cp|copyFile|watch|watchFile|readv?)(Sync)?$/;

const files = globSync("{core,loop,crew,adapters,app,action,local,cli,web}/**/*.ts", {
  exclude: ["local/demo/sample/**"],
}).sort();
const imports = files.map((file) => ({ file, targets: importsOf(file) }));

/** What core/render takes from core/text: foreign words have one way in. */
const renderReads = ["foreign.ts", "cut-text.ts", "cut-markdown.ts", "closest.ts"].map(
  (file) => `core/text/${file}`,
);

/** What the edges take from core/render besides texts that people read: names of commits, parts of bodies, reasons, which are foreign again. */
const noTexts = [
  ...[
    "ledgerGone",
    "ledgerNote",
    "summaryNote",
    "inPlaceOf",
    "changedStates",
    "dashboardMarker",
    "dashboardTitle",
    "roadmapPullTitle",
  ],
  ...["failureLine", "installsCode", "installsFrom", "setupFailed"],
  // Numbers and names of ours, for a run's log.
  ...["describeCounts", "describeVerdict"],
];

describe("words of strangers and agents", () => {
  it("reach a text of ours through core/text/foreign.ts only", () => {
    const wrong = imports.flatMap(({ file, targets }) =>
      targets
        .filter((target) => {
          const around = target.startsWith("core/text/places/") && !file.startsWith("core/text/");
          const beside = file.startsWith("core/render/") && target.startsWith("core/text/");
          return around || (beside && !renderReads.includes(target));
        })
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("are tried in everything that is posted", () => {
    const tests = ["every-word", "dashboard"].map((name) => `test/core/render/${name}.test.ts`);
    const tried = tests.map((file) => readFileSync(file, "utf8")).join("\n");
    const edges = files.filter((file) => /^(?:loop|action|app|crew)\//.test(file));
    const taken = edges.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "[./]+core\/render\//g)].flatMap(
        ([, names = ""]) => names.split(",").map((name) => name.replace("type ", "").trim()),
      ),
    );
    expect(taken.length).toBeGreaterThan(10);
    const untried = taken.filter(
      (name) => !new RegExp(`\\b${name}\\(`).test(tried) && !noTexts.includes(name),
    );
    expect(untried).toEqual([]);
  });
});

describe("the lines between folders", () => {
  it("what is opened by its path is named here, with what it is: all that instructs us is read from commits", () => {
    const product = files.filter((file) => !/^(local|cli)\//.test(file));
    const found = product.filter((file) =>
      namesFrom(file, /^node:fs(\/promises)?$/).some((name) => opening.test(name) || name === "*"),
    );
    expect(found).toEqual(Object.keys(opensPaths));
  });

  it.each(Object.keys(allowed))("%s imports only what it may", (folder) => {
    const wrong = imports
      .filter(({ file }) => file.startsWith(`${folder}/`))
      .flatMap(({ file, targets }) =>
        targets.filter((target) => !mayImport(folder, target)).map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(inner.flat())("core/%s imports only from folders that come before it", (folder) => {
    const before = inner
      .slice(
        0,
        inner.findIndex((line) => line.includes(folder)),
      )
      .flat();
    const may = [...before, folder].map((name) => `core/${name}/`);
    const wrong = imports
      .filter(({ file }) => file.startsWith(`core/${folder}/`))
      .flatMap(({ file, targets }) =>
        targets.filter((target) => !isWithin(target, may)).map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("has a place in that order for every folder of core", () => {
    const folders = new Set(files.flatMap((file) => /^core\/([^/]+)\//.exec(file)?.[1] ?? []));
    expect([...folders].sort()).toEqual(inner.flat().sort());
  });

  it("asks for the name of a job's kind nowhere but in its row", () => {
    const kinds = jobKinds.join("|");
    const asks = new RegExp(
      `kind\\)? [!=]==? "(${kinds})"|"(${kinds})" [!=]==? [\\w.?]*kind|case "(${kinds})":`,
    );
    const outside = files.filter(
      (file) => /^(core|loop|action|app|crew|adapters|web)\//.test(file) && !isWithin(file, knowsKinds),
    );
    const wrong = outside.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => asks.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  it("writes objects out in core and loop, instead of spreading in what may be missing", () => {
    const packed = /\.\.\.\([^()]*(\([^()]*\)[^()]*)*(&&|\?|:) \{[^}]*\}\)/;
    expect(packed.test("return { a, ...(b ? { b } : {}) };")).toBe(true);
    expect(packed.test("return { a, ...(b && { b }) };")).toBe(true);
    const wrong = files.filter((file) => /^(core|loop)\//.test(file) && packed.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  it("keeps core pure: no I/O, clock, environment or chance", () => {
    const impure =
      /from "(node:|@octokit|@actions|simple-git|probot)|process\.|Date\.now\(|new Date\(\)|Math\.random/;
    const wrong = files.filter((file) => file.startsWith("core/") && impure.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  it("parses what others wrote nowhere but in the thread for it", () => {
    const names = [...readFileSync("core/parse/parsers.ts", "utf8").matchAll(/^ {2}"?[\w-]+"?: (\w+),$/gm)];
    const called = new RegExp(
      `\\b(readYaml|parseMarkdown|parseDocument|${names.map(([, name]) => name).join("|")})\\(`,
    );
    const outside = files.filter((file) => /^(loop|action|app|crew|adapters)\//.test(file));
    expect(names.length).toBeGreaterThan(5);
    // A file that is not there is all defaults, for which nothing is parsed.
    expect(outside.filter((file) => called.test(readFileSync(file, "utf8")))).toEqual([
      "loop/read-config.ts",
    ]);
  });

  it("calls Octokit from one module family", () => {
    const callers = files.filter(
      (file) => !file.startsWith("local/") && /from "@octokit\//.test(readFileSync(file, "utf8")),
    );
    expect(callers.filter((file) => !file.startsWith("adapters/github/"))).toEqual([]);
  });

  it("reads the environment in one file per entry point", () => {
    const entries = files.filter((file) => /^(core|loop|crew|adapters|app|action|cli|web)\//.test(file));
    expect(entries.filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")))).toEqual(
      readsEnvironment,
    );
  });
});

/** A file's text; in `core/recipe` without its imports of GitHub's expression language, which is pure. */
function textOf(file: string): string {
  const text = readFileSync(file, "utf8");
  return file.startsWith("core/recipe/")
    ? text.replaceAll(/from "@actions\/expressions(\/ast)?"/g, "")
    : text;
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g);
  return [...found].map((match) => normalize(join(dirname(file), match[1]!)));
}

/** The one class that everything may throw, and what we are called, lie beside the folders. */
const beside = ["core/gsd-error.ts", "core/product.ts"];

function isWithin(file: string, places: string[]): boolean {
  return beside.includes(file) || places.some((place) => file.startsWith(place));
}

function mayImport(folder: string, target: string): boolean {
  return allowed[folder]!.some((place) =>
    place.includes(".") ? target === place : target.startsWith(`${place}/`),
  );
}

/** What a file imports from modules, by name; `*` for all of one. */
function namesFrom(file: string, module: RegExp): string[] {
  const text = readFileSync(file, "utf8");
  const found = [...text.matchAll(/import\s+(?!type)([^;]*?)\s+from\s+"([^"]+)"/g)];
  const named = found.flatMap(([, names = "", from = ""]) => {
    if (!module.test(from)) return [];
    if (!names.startsWith("{")) return ["*"];
    return names
      .slice(1, -1)
      .split(",")
      .map((name) => name.trim().split(/\s+as\s+/)[0] ?? "")
      .filter((name) => !name.startsWith("type "));
  });
  const isLoaded = [...text.matchAll(/\bimport\("([^"]+)"\)|require\("([^"]+)"\)/g)].some(([, a, b]) =>
    module.test(a ?? b ?? ""),
  );
  return isLoaded ? [...named, "*"] : named;
}
