import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import type { StepDocument } from "./documents.ts";
import { resolveText } from "./evaluate.ts";
import { runProcess } from "./run-process.ts";
import type { StepControl } from "./run-step.ts";

let written = 0;

/** A `run:` step: its text becomes a file that the shell executes. */
export async function runScript(
  control: StepControl,
  document: StepDocument,
): Promise<Record<string, string>> {
  const { job, scope, frame } = control;
  const script = resolveText(document.run, scope);
  const shell = resolveText(document.shell ?? frame.defaults.shell ?? "", scope);
  const folder = resolveText(
    document["working-directory"] ?? frame.defaults["working-directory"] ?? "",
    scope,
  );
  const [file, ...args] = shellCommand(shell);
  written += 1;
  const path = join(job.folders.temp, `script-${written}`);
  await writeFile(path, script);
  const shown = [file, ...args].join(" ");
  job.log(`##[group]Run ${script.trim().split("\n")[0]}\n${script.trimEnd()}\nshell: ${shown}\n##[endgroup]`);
  const { outputs } = await runProcess(control, {
    file: file!,
    args: args.map((argument) => argument.replaceAll("{0}", path)),
    cwd: resolve(job.folders.workspace, folder),
  });
  return outputs;
}

const shells: Record<string, string> = {
  "": "bash -e {0}",
  bash: "bash --noprofile --norc -eo pipefail {0}",
  sh: "sh -e {0}",
  python: "python {0}",
};

/** GitHub's commands for its built-in shells; anything else must be a command with `{0}` in it. */
function shellCommand(shell: string): string[] {
  const command = shells[shell] ?? (shell.includes("{0}") ? shell : undefined);
  if (command) return command.split(/\s+/);
  throw new GsdError("unsupported", `not supported by the local runner: shell '${shell}'`);
}
