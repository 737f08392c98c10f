import { type Commands, checkNames } from "../model/config.ts";
import { type Found, type RootFiles, textOf } from "./detect.ts";

interface Manager {
  /** Which lockfile says that it is this one. */
  lockfile: string;
  install: string;
  run: (script: string) => string;
}

const npm = {
  install: "npm ci",
  run: (script: string) => (script === "test" ? "npm test" : `npm run ${script}`),
};
const bun = { install: "bun install --frozen-lockfile", run: (script: string) => `bun run ${script}` };

const managers: Manager[] = [
  {
    lockfile: "pnpm-lock.yaml",
    install: "pnpm install --frozen-lockfile",
    run: (script) => `pnpm run ${script}`,
  },
  { lockfile: "yarn.lock", install: "yarn install --frozen-lockfile", run: (script) => `yarn run ${script}` },
  { ...bun, lockfile: "bun.lock" },
  { ...bun, lockfile: "bun.lockb" },
  { ...npm, lockfile: "npm-shrinkwrap.json" },
  { ...npm, lockfile: "package-lock.json" },
];

/** What `npm init` writes where there are no tests. */
const noTests = /no test specified/;

/** package.json and its lockfile: the scripts `lint`, `typecheck`, `test` and `build`. */
export function detectNode(files: RootFiles): Found {
  const manifest = parseObject(textOf(files, "package.json"));
  if (!manifest) return { commands: {} };
  const manager = managers.find(({ lockfile }) => textOf(files, lockfile) !== undefined);
  const run = (manager ?? npm).run;
  const scripts = asObject(own(manifest, "scripts")) ?? {};
  const commands: Commands = {};
  for (const name of checkNames) {
    const script = own(scripts, name);
    if (typeof script === "string" && script.trim() !== "" && !noTests.test(script))
      commands[name] = run(name);
  }
  const setup = findSetup(manifest, manager, textOf(files, "pnpm-workspace.yaml") !== undefined);
  return setup ? { setup, commands } : { commands };
}

/** Nothing to install is nothing to set up, also where a lockfile says so. */
function findSetup(manifest: object, manager: Manager | undefined, isWorkspace: boolean): Found["setup"] {
  const wants = ["dependencies", "devDependencies", "optionalDependencies"].some(
    (key) => Object.keys(asObject(own(manifest, key)) ?? {}).length > 0,
  );
  if (!wants && !isWorkspace && own(manifest, "workspaces") === undefined) return undefined;
  if (!manager) return { command: "npm install --no-package-lock" };
  return { command: manager.install, lockfile: manager.lockfile };
}

function parseObject(text: string | undefined): object | undefined {
  try {
    return asObject(JSON.parse(text ?? "null"));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): object | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A property that the file itself has; never one of JavaScript's own. */
function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
