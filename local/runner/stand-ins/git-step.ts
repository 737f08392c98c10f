import { GsdError } from "../../../core/gsd-error.ts";
import type { StepControl } from "../run-step.ts";

/** Git as part of a step: killed with the job, shown in its log. */
export interface GitStep {
  run(args: string[], options?: { quiet?: boolean }): Promise<string>;
}

/** Settings go in by the environment: neither the process list nor the repository's config shows them. */
export function openGitStep(
  control: StepControl,
  cwd: string,
  settings: { key: string; value: string }[],
): GitStep {
  const { job } = control;
  const env = {
    ...job.run.machine.env,
    HOME: job.folders.home,
    TMPDIR: job.folders.scratch,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(({ key, value }, index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
  return {
    async run(args, options = {}) {
      const lines: string[] = [];
      if (!options.quiet) job.log(`[command]git ${args.join(" ")}`);
      const onLine = (line: string) => {
        lines.push(line);
        job.log(line);
      };
      const end = await job.processes.run({ file: "git", args, cwd, env, stop: control.stop, onLine });
      if (end.code === 0 && !control.stop.aborted) return lines.join("\n");
      const words = lines.slice(-3).join(" ");
      throw new GsdError("git-failed", `The process 'git' failed with exit code ${end.code}: ${words}`);
    },
  };
}
