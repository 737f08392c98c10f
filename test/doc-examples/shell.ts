import { spawnSync } from "node:child_process";
import { createProgram } from "../../cli/program.ts";
import packageJson from "../../package.json" with { type: "json" };

const silent = { out: () => {}, error: () => {}, columns: 80, isInteractive: false, hasColours: false };
/** How our pages start the command line. */
const starts =
  /(?:^|[\s(])(?:npx gsd|gsd|npm run (?:--silent )?gsd --|\S*node cli\/gsd\.mjs)((?: [^|&;>)\n]*)?)(?![\w/:."-])/g;

/** What is wrong with a shell example: its syntax, an npm script that is not there, a command line that gsd refuses. */
export async function problemsInShell(text: string): Promise<string[]> {
  const filled = text
    .replaceAll(/(^|\s)#.*$/gm, "$1")
    .replaceAll(/<(?!\()[\w/][^>\n]*>/g, "1")
    .replaceAll("…", "x");
  const { stderr } = spawnSync("bash", ["-n"], { input: filled, encoding: "utf8" });
  const scripts = [...filled.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map((match) => match[1] ?? "");
  const missing = scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name));
  const lines = filled
    .split("\n")
    .flatMap((line) => [...line.matchAll(starts)].map((match) => match[1] ?? ""));
  const refused = await Promise.all(lines.map(refusalOf));
  return [stderr, ...missing.map((name) => `There is no npm script ${name}.`), ...refused].filter(Boolean);
}

/** What the real program says to a command line; nothing where it would start working. */
export async function refusalOf(line: string): Promise<string> {
  const program = createProgram(silent);
  for (const command of program.commands) command.action(() => {});
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  try {
    await program.parseAsync(words, { from: "user" });
    return "";
  } catch (error) {
    const { exitCode = 1, message } = error as { exitCode?: number; message: string };
    return exitCode === 0 ? "" : `gsd${line}: ${message}`;
  }
}

/** What is wrong with the command lines in a page's running text, which may leave arguments out: names and options. */
export function problemsInProse(text: string): string[] {
  const { commands } = createProgram(silent);
  const spans = [...text.matchAll(/`gsd ([a-z]+)([^`]*)`/g)];
  return spans.flatMap(([span, name, rest = ""]) => {
    const command = commands.find((one) => one.name() === name);
    if (!command) return name === "help" ? [] : [`${span}: there is no such command`];
    const options = [...rest.matchAll(/(?<=\s)--[\w-]+/g)].map(([option]) => option);
    const known = command.options.map(({ long }) => long);
    return options.filter((option) => !known.includes(option)).map((option) => `${span} has no ${option}`);
  });
}
