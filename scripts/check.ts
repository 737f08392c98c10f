import { spawn } from "node:child_process";
import { findStaleDocs } from "./generate-docs.ts";
import { lintWorkflows } from "./lint-workflows.ts";

/** The static checks, side by side: types, style, dead code, workflow files. */
const checks: [string, () => Promise<string>][] = [
  ["types", () => run("tsc", ["--noEmit", "-p", "."])],
  ["types of what runs on older Nodes", () => run("tsc", ["--noEmit", "-p", "tsconfig.product.json"])],
  ["types of what runs in browsers", () => run("tsc", ["--noEmit", "-p", "tsconfig.browser.json"])],
  ["types of tests in browsers", () => run("tsc", ["--noEmit", "-p", "tsconfig.browser-tests.json"])],
  ["style", () => run("biome", ["ci", "--colors=off", "--error-on-warnings", "."])],
  ["dead code", () => run("knip", ["--no-progress"])],
  ["workflows", lintWorkflows],
  ["documents", findStaleDocs],
];

const results = await Promise.all(checks.map(async ([name, check]) => ({ name, output: await check() })));
for (const { name, output } of results) {
  console.log(output === "" ? `ok    ${name}` : `FAIL  ${name}\n${output}`);
}
if (results.some(({ output }) => output !== "")) process.exitCode = 1;

/** What a program says when it does not pass; nothing when it does. */
function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve(`${program} cannot be started: ${error.message}; run npm ci`));
    child.on("close", (code) => resolve(code === 0 ? "" : output || `${program} ended with ${code}`));
  });
}
