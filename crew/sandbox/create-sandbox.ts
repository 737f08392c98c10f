import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { ownNode } from "../own-node.ts";
import {
  accountFiles,
  type Binding,
  bindingsOf,
  bubblewrapArguments,
  type Given,
  gitBindings,
  inside,
  limited,
} from "./bubblewrap-arguments.ts";
import { createCover } from "./create-cover.ts";
import { type Detection, detectSandbox, type SandboxTools } from "./detect-sandbox.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { ToolCaches } from "./find-tool-caches.ts";
import { gitView, hiddenView } from "./git-view.ts";
import { createModels, dropPrivileges, giveTree, isReachable } from "./give-tree.ts";
import { type Layer, probeLayer, withLayersMounted } from "./layers.ts";
import { createMemoryGroup, type MemoryGroup } from "./memory-group.ts";
import { pinProcessors } from "./pin-processors.ts";
import { removeFolder } from "./remove-folder.ts";
import { runProcess } from "./run-process.ts";
import {
  defaultLimits,
  gitEnvironment,
  type RunResult,
  type Sandbox,
  type SandboxCommand,
  type SandboxLimits,
} from "./sandbox.ts";
import { writeFiles } from "./write-files.ts";

export interface SandboxOptions {
  /** From the configuration: `off` is somebody's explicit choice. */
  mode: "bubblewrap" | "off";
  /** Only for the demo's own script: run without a sandbox where there is none. */
  allowMissing?: boolean;
  limits?: Partial<SandboxLimits>;
  /** Folders of programs for commands outside a sandbox, as in PATH. */
  path?: string;
  /** Programs outside /usr that commands may use, from `findToolCaches`. */
  tools?: ToolCaches;
  detection?: Detection;
}

interface Settings {
  limits: SandboxLimits;
  path: string;
  tools: ToolCaches;
  /** What stands before every command so that all share a few processors; empty where they have all. */
  pin: string[];
  giveModel: ReturnType<typeof createModels>;
}

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The sandbox that the configuration asks for; throws `sandbox` with the fix when it cannot be had. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const detection = options.detection ?? (await detectSandbox());
  const limits = { ...defaultLimits, ...options.limits };
  const settings: Settings = {
    limits,
    pin: detection.available ? pinProcessors(limits.cpus, detection.tools.taskset) : [],
    path: options.path ?? systemPath,
    tools: options.tools ?? { folders: [], path: [], env: {} },
    giveModel: createModels(),
  };
  if (options.mode === "off") return openSandbox("off", settings, detection);
  if (detection.available) {
    const { tools } = detection;
    return {
      kind: "bubblewrap",
      run: (command) => runInside(command, settings, tools),
      canLayer: (folder, lower) => tryLayer({ folder, lower }, settings, tools),
    };
  }
  if (options.allowMissing) return openSandbox("missing", settings, detection);
  throw detection.error;
}

async function runInside(asked: SandboxCommand, settings: Settings, tools: SandboxTools): Promise<RunResult> {
  const command = { ...asked, cwd: realpathSync(asked.cwd), home: asked.home && realpathSync(asked.home) };
  const layers = (asked.layers ?? []).map((layer) => ({ ...layer, at: realpathSync(layer.at) }));
  const git = gitView(layers.find(({ at }) => at === command.cwd)?.lower ?? command.cwd, inside.tree);
  const host = { nodePath: ownNode, tools: settings.tools.folders };
  const shown = bindingsOf(command, host);
  await using cover = await createCover(
    { ...command, layers },
    { programs: programFolders(settings).split(":"), isVisible: (path) => isShown(path, shown) },
  );
  const view = cover?.hidesHistory ? hiddenView(git, cover.emptyFolder) : git;
  const bindings = [...shown, ...gitBindings(view), ...(cover?.bindings ?? [])];
  const given: Given = { command, bindings, files: [...accountFiles, ...view.files] };
  const writable = bindings
    .filter((bound) => bound.writable)
    .map(({ host }) => layers.find(({ at }) => at === host)?.upper ?? host);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await Promise.all(layers.map(({ lower }) => settings.giveModel(lower)));
  const takeBack = await Promise.all((asRoot ? writable : []).map(giveTree));
  const limits = shared(settings.limits, command.memoryShare);
  const group = createMemoryGroup({ name: `gsd-${randomUUID()}`, ...limits }, tools.groups);
  const running = runProcess({
    ...command,
    argv: [
      ...settings.pin,
      ...startIn(group),
      ...withLayersMounted(layers, (asRoot ? dropped : wrapped)(given, { settings, tools })),
    ],
    cwd: "/",
    env: { ...innerEnvironment(settings), ...asked.env },
    inputs: [
      settings.pin.length > 0 ? tools.pinnedFilter : tools.filter,
      ...given.files.map((file) => file.text),
    ],
    wantStatus: true,
    contained: true,
    watch: { limits, jointMemoryBytes: settings.limits.memoryBytes, folders: writable, group },
  });
  const { status, ...result } = await running
    // The kernel may have ended it between two of our looks.
    .then((ended) =>
      !isStopped(ended) && group?.isExceeded() ? { ...ended, exceeded: "memory" as const } : ended,
    )
    .finally(async () => {
      for (const undo of takeBack) undo();
      await group?.remove();
      for (const program of (await cover?.tried()) ?? []) command.withheld?.onTried(program);
      // A repository that the command made up would be read by our own git.
      if (git.folders.length === 0) await removeFolder(join(command.cwd, ".git"));
    });
  // bwrap reports an exit code only for a command that it got to start.
  if (!isStopped(result) && !status.includes('"exit-code"'))
    throw new GsdError("sandbox", explainRefusal(result.stderr));
  return result;
}

function isStopped({ timedOut, aborted, outputCut, exceeded }: RunResult): boolean {
  return timedOut || aborted || outputCut || exceeded !== undefined;
}

/** Kernels before 5.11, some file systems and some containers mount no layers: a command that needs one tells. */
async function tryLayer(
  { folder, lower }: Pick<Layer, "lower"> & { folder: string },
  settings: Settings,
  tools: SandboxTools,
): Promise<boolean> {
  const layer = await probeLayer(folder, lower);
  if (!layer) return false;
  const probe = { argv: ["/bin/sh", "-c", ": >.gsd-probe"], cwd: layer.at, layers: [layer] };
  const command = { ...probe, timeoutMs: 20_000, maxOutputBytes: 10_000 };
  const end = await runInside(command, settings, tools).catch(() => undefined);
  return end?.code === 0 && existsSync(join(layer.upper, ".gsd-probe"));
}

/** Those who run side by side divide the memory among them. */
function shared(limits: SandboxLimits, share = 1): SandboxLimits {
  return { ...limits, memoryBytes: Math.floor(limits.memoryBytes * share) };
}

/** Where programs are looked for inside, as in PATH. */
function programFolders({ tools }: Pick<Settings, "tools">): string {
  return [...(tools.first ?? []), dirname(ownNode), ...tools.path, systemPath].join(":");
}

/** Whether a file of the host can be seen inside: nothing can be put over another one. */
function isShown(path: string, bindings: readonly Binding[]): boolean {
  const isBelow = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  return /^\/(usr|bin|sbin|lib\w*)\//.test(path) || bindings.some(({ inside: folder }) => isBelow(folder));
}

function innerEnvironment({ tools }: Settings): Record<string, string> {
  return {
    PATH: programFolders({ tools }),
    HOME: inside.home,
    TMPDIR: "/tmp",
    USER: "agent",
    LOGNAME: "agent",
    LANG: "C.UTF-8",
    ...gitEnvironment,
    ...tools.env,
  };
}

/** Where memory runs out all the same, the kernel ends the sandbox before anything else; then joins the group if there is one. */
function startIn(group: MemoryGroup | undefined): string[] {
  const first = "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null";
  const join = group ? 'echo $$ >"$0" && ' : "";
  return ["/bin/sh", "-c", `${first}; ${join}exec "$@"`, group?.procs ?? "gsd"];
}

type Means = { settings: Settings; tools: SandboxTools };

function wrapped(given: Given, { settings, tools }: Means): string[] {
  return bubblewrapArguments(tools, settings.limits, given);
}

/** As host root: become another user first, since no limit on processes binds root. */
function dropped(given: Given, means: Means): string[] {
  const { bindings } = given;
  const drop = dropPrivileges(means.tools.setpriv);
  if (bindings.every((bound) => isReachable(bound.host))) return [...drop, ...wrapped(given, means)];

  // Below a folder that only root may enter (mkdtemp makes such): show it under /mnt, in a mount namespace of its own.
  const shown = bindings.map((bound, index) => ({ ...bound, host: `/mnt/${index}` }));
  return [
    ...[means.tools.bwrap, "--die-with-parent", "--unshare-pid", "--dev-bind", "/", "/", "--tmpfs", "/mnt"],
    ...bindings.flatMap((bound, index) => ["--bind", bound.host, `/mnt/${index}`]),
    "--",
    ...drop,
    ...wrapped({ ...given, bindings: shown }, means),
  ];
}

const notHeld =
  "`permissions` keeps files or programs from agents, which only the sandbox can. Take `sandbox: off` out of `.github/gsd.yml`, or the rules.";

/** No sandbox: still a clean environment, a home of its own, limits where the host has prlimit, and no strays. */
function openSandbox(kind: "off" | "missing", settings: Settings, detection: Detection): Sandbox {
  return {
    kind,
    async run(command) {
      if (command.withheld) throw new GsdError("config", notHeld);
      await using own = command.home ? undefined : await createScratch("home");
      const home = command.home ?? own!.path;
      const limits = shared(settings.limits, command.memoryShare);
      const limiter = detection.available ? limited(detection.tools.prlimit, limits) : [];
      const { status: _, ...result } = await runProcess({
        ...command,
        argv: [...settings.pin, ...limiter, ...writeFiles(command.argv, command.files)],
        watch: {
          limits,
          jointMemoryBytes: settings.limits.memoryBytes,
          folders: [command.cwd, home],
          group: undefined,
        },
        env: {
          PATH: [...(settings.tools.first ?? []), dirname(ownNode), settings.path].join(delimiter),
          HOME: home,
          TMPDIR: home,
          LANG: "C.UTF-8",
          ...gitEnvironment,
          ...command.env,
        },
      });
      return result;
    },
  };
}
