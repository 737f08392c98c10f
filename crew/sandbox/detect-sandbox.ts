import { existsSync } from "node:fs";
import { GsdError } from "../../core/gsd-error.ts";
import { systemMounts } from "./bubblewrap-arguments.ts";
import { explainRefusal, type HostFacts, loadHostFacts } from "./explain-refusal.ts";
import { dropPrivileges } from "./give-tree.ts";
import { findGroupPlace, type GroupPlace } from "./memory-group.ts";
import { runProcess } from "./run-process.ts";
import { isFilteredMachine, seccompFilter } from "./seccomp-filter.ts";
import { pinningCalls } from "./syscalls.ts";

/** What the host offers; `flags` are the newer switches that this bwrap knows. */
export interface SandboxTools {
  bwrap: string;
  prlimit: string;
  setpriv: string;
  /** For relays; Node does it where socat is missing. */
  socat: string | undefined;
  flags: { disableUserns: boolean; size: boolean };
  /** Gives a command fewer processors. */
  taskset: string | undefined;
  /** The system call filter for this machine, and the one that also keeps a command on its processors. */
  filter: Buffer;
  pinnedFilter: Buffer;
  /** Where control groups may perhaps be made. */
  groups: GroupPlace | undefined;
}

export type Detection = { available: true; tools: SandboxTools } | { available: false; error: GsdError };

const folders = ["/usr/bin", "/bin", "/usr/local/bin"];

/** Looks for bubblewrap and tries it once, with all that commands will be given. */
export async function detectSandbox(
  places: string[] = folders,
  host: HostFacts = loadHostFacts(),
): Promise<Detection> {
  const bwrap = find("bwrap", places);
  if (!bwrap)
    return refuse(
      "bubblewrap is not installed on this machine. Install it: sudo apt-get install --yes bubblewrap",
    );
  const prlimit = find("prlimit", places);
  const setpriv = find("setpriv", places);
  if (!prlimit || !setpriv)
    return refuse("prlimit and setpriv are missing. Install them: sudo apt-get install --yes util-linux");
  const { machine } = host;
  if (!isFilteredMachine(machine))
    return refuse(`There is no system call filter for ${machine}. Use a runner on x64 or arm64.`);

  const help = await quick([bwrap, "--help"]);
  const tools = {
    bwrap,
    prlimit,
    setpriv,
    socat: find("socat", places),
    taskset: find("taskset", places),
    filter: seccompFilter(machine),
    pinnedFilter: seccompFilter(machine, pinningCalls),
    groups: findGroupPlace(),
    flags: {
      disableUserns: help.stdout.includes("--disable-userns"),
      size: help.stdout.includes("--size BYTES"),
    },
  };
  const trial = await tryOnce(tools);
  if (trial.code === 0) return { available: true, tools };
  return refuse(explainRefusal(trial.stderr, host));
}

function tryOnce({ bwrap, setpriv, filter, flags }: SandboxTools) {
  // As the user that commands will run as: root may do what others are refused.
  const start = process.getuid?.() === 0 ? dropPrivileges(setpriv) : [];
  const alone = ["--unshare-all", "--unshare-user", ...(flags.disableUserns ? ["--disable-userns"] : [])];
  const inner = [...systemMounts(), "--proc", "/proc", "--dev", "/dev", "--seccomp", "3", "/usr/bin/true"];
  return quick([...start, bwrap, ...alone, ...inner], [filter]);
}

function find(name: string, places: string[]): string | undefined {
  return places.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

function quick(argv: string[], inputs: Buffer[] = []) {
  const limits = { timeoutMs: 10_000, maxOutputBytes: 100_000 };
  return runProcess({ argv, cwd: "/", env: {}, ...limits, inputs, contained: true });
}

function refuse(sentence: string): Detection {
  return { available: false, error: new GsdError("sandbox", sentence) };
}
