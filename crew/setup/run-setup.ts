import { type Setup, shownSetup } from "../../core/detect/choose-commands.ts";
import { missingTool } from "../../core/detect/missing-tool.ts";
import { unreachedIn } from "../../core/detect/unreached-in.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import type { Unreached } from "../../core/model/note.ts";
import { setupFailed } from "../../core/render/setup.ts";
import { exceededWords } from "../../core/run/exceeded-words.ts";
import { outputTail } from "../../core/text/tail-of.ts";
import type { HostProxyOptions, ProxyAttempt } from "../sandbox/create-host-proxy.ts";
import { runWithHosts } from "../sandbox/run-with-hosts.ts";
import type { RunResult, Sandbox } from "../sandbox/sandbox.ts";

type HostsResult = Awaited<ReturnType<typeof runWithHosts>>;

export interface SetupRun {
  setup: Setup;
  cwd: string;
  /** With a home folder that stays, so that what is installed there is found later. */
  sandbox: Sandbox;
  minutes: number;
  signal?: AbortSignal;
  /** What the runner says about registries. */
  env?: Record<string, string>;
  /** How names are resolved and connections opened, for tests. */
  network?: Pick<HostProxyOptions, "resolve" | "open">;
}

const maxOutputBytes = 32_000_000;

/** How a setup went. */
export interface SetupResult {
  check: CheckResult;
  /** Why it failed, if it did. */
  reason?: string;
  /** The tool that is not there, if that is why. */
  missing?: string;
  /** What it did not reach. */
  unreached?: Unreached[];
}

/** Installs what the repository needs: the only commands that reach a network, their hosts only, and hold no key. */
export async function runSetup({ setup, ...run }: SetupRun): Promise<SetupResult> {
  const { command, result } = await runSteps({ setup, ...run });
  const how = describeEnd(result, run.minutes);
  const check: CheckResult = {
    name: "setup",
    command: shownSetup(setup),
    ok: how === undefined,
    seconds: result.seconds,
    tail: outputTail(result.stdout, 4_000),
  };
  if (setup.guessed) check.guessed = true;
  if (how === undefined) return { check };
  const refused = refusedIn(result.attempts);
  const unreached = refused.length > 0 ? refused : unreachedIn(result.stdout);
  const reason = setupFailed({
    command,
    how,
    hosts: setup.hosts,
    unreached,
    guessed: setup.guessed === true,
    tail: outputTail(result.stdout, 1_200),
  });
  const { code, stdout: output } = result;
  return {
    check,
    reason,
    missing: missingTool({ command, code, output }),
    unreached,
  };
}

/** One after the other, up to the first that fails; all of them together have the time of one. */
async function runSteps(run: SetupRun): Promise<{ command: string; result: HostsResult }> {
  const { setup, minutes } = run;
  const [first = setup.command, ...rest] = setup.steps ?? [];
  const end = performance.now() + minutes * 60_000;
  let command = first;
  let result = await runStep(run, command, end);
  for (const next of rest) {
    if (describeEnd(result, minutes) !== undefined) break;
    command = next;
    const before = result;
    const own = await runStep(run, command, end);
    result = { ...own, stdout: before.stdout + own.stdout, seconds: before.seconds + own.seconds };
  }
  return { command, result };
}

function runStep({ setup, ...run }: SetupRun, command: string, end: number): Promise<HostsResult> {
  return runWithHosts(
    run.sandbox,
    {
      argv: ["/bin/sh", "-c", `exec 2>&1\n${command}`],
      cwd: run.cwd,
      env: { CI: "true", ...run.env },
      timeoutMs: Math.max(1, end - performance.now()),
      maxOutputBytes,
      signal: run.signal,
    },
    // Also without any host: then what it tried to reach is known.
    { hosts: setup.hosts, ...run.network },
  );
}

/** What it did not reach, each once. */
function refusedIn(attempts: readonly ProxyAttempt[]): Unreached[] {
  const found = new Map<string, Unreached>();
  for (const { host, port, plain, trouble } of attempts) {
    if (trouble === undefined) continue;
    const usual = plain ? 80 : 443;
    const written = `${plain ? "http://" : ""}${host}${port === usual || port === 0 ? "" : `:${port}`}`;
    found.set(`${written} ${trouble}`, { host: written, trouble });
  }
  return [...found.values()];
}

/** How it ended, if not well. */
function describeEnd(result: RunResult, minutes: number): string | undefined {
  if (result.timedOut) return `was stopped after ${minutes} minutes (\`limits.minutes\`)`;
  if (result.aborted) return "was stopped because the job was cancelled";
  if (result.outputCut) return `was stopped: it wrote more than ${maxOutputBytes} bytes`;
  if (result.exceeded) return `was stopped: ${exceededWords(result.exceeded)}`;
  if (result.code === 0) return undefined;
  return result.code === null ? `was ended by ${result.signal}` : `ended with exit code ${result.code}`;
}
