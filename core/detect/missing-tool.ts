/** What a program says when something that it needs is not on this machine; the group is its name. */
const signs: readonly RegExp[] = [
  /^(?:\/\S*\/)?(?:ba|da|a)?sh: (?:line )?\d*:? ?([\w@.+/-]+): (?:command )?not found$/,
  /^(?:pyenv|rbenv|mise): ([\w.+-]+): command not found$/,
  /^bundler: command not found: ([\w.+-]+)$/,
  /^make(?:\[\d+\])?: ([\w.+/-]+): (?:No such file or directory|Command not found)$/,
  /^(?:\/\S*\/)?python[\d.]*: No module named ([\w.]+)$/,
  /^npm (?:ERR!|error) Missing script: "?([\w:.-]+)"?$/,
  /ERR_PNPM_NO_SCRIPT\S*\s+Missing script: ([\w:.-]+)/,
  /^error Command "([\w:.-]+)" not found\.$/,
  /Couldn't find a script named "([\w:.-]+)"/,
  /^error: Script not found "([\w:.-]+)"$/,
  /^make(?:\[\d+\])?: \*\*\* No rule to make target ['`]([\w.-]+)'\.\s+Stop\.$/,
  /^error: no such (?:sub)?command: [`']([\w-]+)[`']/,
  /^error: '?(cargo|rustc|rustup)[\w.-]*'? is not installed for the toolchain/,
  /^error: (?:rustup could not choose a version of|no (?:default|override) .*toolchain).*?(cargo|rustc|toolchain)/,
  /^go: (?:errors parsing go\.mod|go\.mod|.* go\.mod) requires (go >= [\d.]+)/,
  /^go: download (go[\d.]+) for \S+: /,
  /^error This project's package\.json defines "packageManager": "((?:yarn|pnpm|npm)@[\w.+-]+)"/,
  /^UsageError: This project is configured to use (\w+)/,
  /(?:ERR_PNPM_BAD_PM_VERSION|ERR_PNPM_UNSUPPORTED_ENGINE)\s+(.{1,100})/,
  /^(?:Internal )?Error: .*performing the request to \S*\/((?:pnpm|yarn|npm)\b)/,
];

/** The tool that a command did not find on this machine, by its exit code and the end of its output; nothing where it failed by itself. */
export function missingTool(run: {
  command: string;
  code: number | null;
  output: string;
}): string | undefined {
  const lines = run.output
    .split("\n")
    .map((line) => line.trim())
    // npm says a lot after what matters.
    .filter((line) => line !== "" && !/^npm (ERR!|error)(?! Missing script)/.test(line))
    .slice(-6);
  for (const line of lines) {
    for (const sign of signs) {
      const [, tool] = sign.exec(line) ?? [];
      if (tool) return tool.slice(0, 100);
    }
  }
  // A shell says 127 for a command that is not there, whatever language it says the rest in.
  return run.code === 127 ? firstWord(run.command) : undefined;
}

/** The program of a command line, after what it sets in the environment. */
function firstWord(command: string): string {
  const words = command.split(/\s+/).filter((word) => !/^\w+=/.test(word));
  return (words[0] ?? command).slice(0, 100);
}
