import { asObject, own, readObject } from "./read-object.ts";

/** Manifests and lockfiles: what is installed depends on these. */
const files =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|([\w.-]*-)?requirements[\w.-]*\.(txt|in)|constraints[\w.-]*\.txt|pyproject\.toml|setup\.(py|cfg)|(uv|poetry|pdm)\.lock|Pipfile(\.lock)?|go\.(mod|sum|work|work\.sum)|Cargo\.(toml|lock)|Gemfile(\.lock)?|[\w.-]+\.gemspec)$/;

/** Lockfiles, and the manifest that each belongs to. */
const manifestOf: Readonly<Record<string, string>> = {
  "package-lock.json": "package.json",
  "npm-shrinkwrap.json": "package.json",
  "pnpm-lock.yaml": "package.json",
  "yarn.lock": "package.json",
  "bun.lock": "package.json",
  "bun.lockb": "package.json",
  "go.sum": "go.mod",
  "Cargo.lock": "Cargo.toml",
  "Gemfile.lock": "Gemfile",
  "uv.lock": "pyproject.toml",
  "poetry.lock": "pyproject.toml",
  "pdm.lock": "pyproject.toml",
  "Pipfile.lock": "Pipfile",
};

/** Settings of package managers, and lines of theirs that make one run something. */
const settings = /(^|\/)(\.npmrc|\.yarnrc(\.yml)?|bunfig\.toml|\.cargo\/config(\.toml)?)$/;
const runsSomething =
  /yarn-?path|plugins|\b(path|spec|preload|run)\b|credential|wrapper|linker|runner|rustc|script-shell|git\s*=/i;

/** Whether what is installed may depend on a file: by its name, or since the setup names it. */
export function isDependencyFile(path: string, setup: string): boolean {
  return isManifest(path) || isNamedBy(setup, path);
}

/** Whether a file is written by a package manager. */
export function isLockfile(path: string): boolean {
  return Object.hasOwn(manifestOf, nameOf(path));
}

/** Whether a path is the lockfile of one of these: of the same folder, or of a package in a folder below. */
export function isLockOf(path: string, others: readonly string[]): boolean {
  const name = nameOf(path);
  const manifest = Object.hasOwn(manifestOf, name) ? manifestOf[name] : undefined;
  const folder = path.slice(0, path.length - name.length);
  return manifest !== undefined && others.some((one) => nameOf(one) === manifest && one.startsWith(folder));
}

/** Scripts that an install runs. */
const lifecycle = [
  ...["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"],
  ...["dependencies", "pnpm:devPreinstall"],
];

/** A line of a Gemfile that only names things. */
const plainGem =
  /^\s*(#.*|end|ruby ["'][\d.~> ]+["']|(source|group|gem|platforms?)\b[\w\s"':,.@/~<>=()[\]-]*( do)?)?\s*$/;

/** What a changed manifest would run while it is installed, if that is another thing than before: nobody has looked at it yet. */
export function findInstallCode(
  { path, before, after }: { path: string; before: string; after: string },
  setup: { command: string; runsNoCode?: boolean },
): string | undefined {
  const name = nameOf(path);
  if (settings.test(path))
    return hasNewLine(before, after, (line) => runsSomething.test(line)) ? "code" : undefined;
  if (setup.runsNoCode) return undefined;
  if (name === "package.json") return findScript(before, after);
  if (name === "setup.py" || name.endsWith(".gemspec")) return "code";
  if (name === "Gemfile")
    return hasNewLine(before, after, (line) => !plainGem.test(line)) ? "code" : undefined;
  if (name === "pyproject.toml")
    return hasNewLine(before, after, (line) => /\b(backend-path|cmdclass)\b/.test(line))
      ? "a build backend"
      : undefined;
  return isNamedBy(setup.command, path) && !isManifest(path) ? "code" : undefined;
}

function findScript(before: string, after: string): string | undefined {
  const changed = lifecycle.find(
    (name) => scriptOf(after, name) !== scriptOf(before, name) && scriptOf(after, name),
  );
  return changed && `the script \`${changed}\``;
}

function scriptOf(manifest: string, name: string): string {
  const scripts = asObject(own(readObject(manifest) ?? {}, "scripts")) ?? {};
  return JSON.stringify(own(scripts, name) ?? "").replace(/^""$/, "");
}

/** Nobody reads a longer one, neither a person nor our patterns. */
const longestLine = 1_000;

function hasNewLine(before: string, after: string, isOdd: (line: string) => boolean): boolean {
  const known = new Set(before.split("\n"));
  return after.split("\n").some((line) => !known.has(line) && (line.length > longestLine || isOdd(line)));
}

function isManifest(path: string): boolean {
  return (
    files.test(nameOf(path)) || settings.test(path) || /(^|\/)requirements\/[\w.-]+\.(txt|in)$/.test(path)
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a command line names a file. */
function isNamedBy(command: string, path: string): boolean {
  return command.split(/[\s;&|"'()=]+/).some((word) => word === path || word === `./${path}`);
}
