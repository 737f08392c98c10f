import { realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import {
  accountFiles,
  type Binding,
  bindingsOf,
  bubblewrapArguments,
  inside,
  limited,
} from "./bubblewrap-arguments.ts";
import { type Detection, detectSandbox, explainRefusal, type SandboxTools } from "./detect-sandbox.ts";
import { dropPrivileges, giveTree, isReachable } from "./give-tree.ts";
import { runProcess } from "./run-process.ts";
import {
  defaultLimits,
  gitEnvironment,
  type RunResult,
  type Sandbox,
  type SandboxCommand,
  type SandboxLimits,
} from "./sandbox.ts";

export interface SandboxOptions {
  /** From the configuration: `off` is somebody's explicit choice. */
  mode: "bubblewrap" | "off";
  /** Only for the demo's own script: run without a sandbox where there is none. */
  allowMissing?: boolean;
  limits?: Partial<SandboxLimits>;
  /** Folders of programs for commands outside a sandbox, as in PATH. */
  path?: string;
  /** The Node that commands find first. */
  nodePath?: string;
  detection?: Detection;
}

interface Settings {
  limits: SandboxLimits;
  path: string;
  nodePath: string;
}

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The sandbox that the configuration asks for; throws `sandbox` with the fix when it cannot be had. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const settings: Settings = {
    limits: { ...defaultLimits, ...options.limits },
    path: options.path ?? systemPath,
    nodePath: realpathSync(options.nodePath ?? process.execPath),
  };
  const detection = options.detection ?? (await detectSandbox());
  if (options.mode === "off") return openSandbox("off", settings, detection);
  if (detection.available) {
    return { kind: "bubblewrap", run: (command) => runInside(command, settings, detection.tools) };
  }
  if (options.allowMissing) return openSandbox("missing", settings, detection);
  throw detection.error;
}

async function runInside(asked: SandboxCommand, settings: Settings, tools: SandboxTools): Promise<RunResult> {
  const command = { ...asked, cwd: realpathSync(asked.cwd) };
  const bindings = bindingsOf(command, settings.nodePath);
  const asRoot = process.getuid?.() === 0;
  const given = asRoot ? bindings.filter((bound) => bound.writable).map((bound) => bound.host) : [];
  const takeBack = await Promise.all(given.map(giveTree));
  const { status, ...result } = await runProcess({
    ...command,
    argv: asRoot
      ? dropped(command, bindings, { settings, tools })
      : wrapped(command, bindings, { settings, tools }),
    cwd: "/",
    env: {
      ...{ PATH: `${dirname(settings.nodePath)}:${systemPath}`, HOME: inside.home, TMPDIR: "/tmp" },
      ...{ USER: "agent", LOGNAME: "agent", LANG: "C.UTF-8", ...gitEnvironment, ...asked.env },
    },
    inputs: accountFiles.map((file) => file.text),
    wantStatus: true,
    contained: true,
  }).finally(() => {
    for (const undo of takeBack) undo();
  });
  // bwrap reports an exit code only for a command that it got to start.
  const stopped = result.timedOut || result.aborted || result.outputCut;
  if (!stopped && !status.includes('"exit-code"'))
    throw new GsdError("sandbox", explainRefusal(result.stderr));
  return result;
}

type Means = { settings: Settings; tools: SandboxTools };

function wrapped(command: SandboxCommand, bindings: Binding[], { settings, tools }: Means): string[] {
  return bubblewrapArguments(tools, settings.limits, { command, bindings });
}

/** As host root: become another user first, since no limit on processes binds root. */
function dropped(command: SandboxCommand, bindings: Binding[], means: Means): string[] {
  const drop = dropPrivileges(means.tools.setpriv);
  if (bindings.every((bound) => isReachable(bound.host)))
    return [...drop, ...wrapped(command, bindings, means)];

  // Below a folder that only root may enter (mkdtemp makes such): show it under /mnt, in a mount namespace of its own.
  const shown = bindings.map((bound, index) => ({ ...bound, host: `/mnt/${index}` }));
  return [
    ...[means.tools.bwrap, "--die-with-parent", "--unshare-pid", "--dev-bind", "/", "/", "--tmpfs", "/mnt"],
    ...bindings.flatMap((bound, index) => ["--bind", bound.host, `/mnt/${index}`]),
    "--",
    ...drop,
    ...wrapped(command, shown, means),
  ];
}

/** No sandbox: still a clean environment, a home of its own, limits where the host has prlimit, and no strays. */
function openSandbox(kind: "off" | "missing", settings: Settings, detection: Detection): Sandbox {
  return {
    kind,
    async run(command) {
      const home = await mkdtemp(join(tmpdir(), "gsd-home-"));
      const limits = detection.available ? limited(detection.tools.prlimit, settings.limits) : [];
      try {
        const { status: _, ...result } = await runProcess({
          ...command,
          argv: [...limits, ...command.argv],
          env: {
            ...{
              PATH: `${dirname(settings.nodePath)}${delimiter}${settings.path}`,
              HOME: home,
              TMPDIR: home,
            },
            ...{ LANG: "C.UTF-8", ...gitEnvironment, ...command.env },
          },
        });
        return result;
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    },
  };
}
