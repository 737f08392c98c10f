import type { Config } from "../../core/model/config.ts";
import type { Withheld } from "../../core/permissions/withhold.ts";
import type { ProcessEnd } from "../../core/run/decide-report.ts";
import type { Layer } from "./layers.ts";

/** A host path shown inside the sandbox; a plain string is shown under its own name. */
type Mount = string | { host: string; inside: string };

/** One command for the sandbox. The environment is exactly `env` plus the sandbox's own neutral variables. */
export interface SandboxCommand {
  argv: string[];
  /** The work tree: writable, except its `.git`. The command starts there. */
  cwd: string;
  stdin?: string;
  env?: Record<string, string>;
  timeoutMs: number;
  /** Per stream; a command that writes more is ended. */
  maxOutputBytes: number;
  signal?: AbortSignal;
  /** Its part of the memory that commands may use, for those that run beside others: 0.5 is half of it. */
  memoryShare?: number;
  writable?: Mount[];
  readOnly?: Mount[];
  /** A host folder to be the home folder, kept afterwards; else it is in memory and gone. */
  home?: string;
  /** What stands at `cwd` and `home` where these are layers. */
  layers?: readonly Layer[];
  /** Written into the home folder before the command starts, by relative path. */
  files?: Record<string, string>;
  /** Unix sockets of the host that stand at `127.0.0.1:<port>` inside; the only way out of the network namespace. */
  forward?: { socket: string; port: number }[];
  /** What it may not have; `onTried` hears of each such program that somebody tried to run. */
  withheld?: Withheld & { onTried: (program: string) => void };
  onOutput?: (stream: "stdout" | "stderr", text: string) => void;
}

export interface RunResult extends ProcessEnd {
  seconds: number;
}

/** What holds an agent. When `run` returns or throws, none of the command's processes is left. */
export interface Sandbox {
  kind: "bubblewrap" | "off" | "missing";
  run(command: SandboxCommand): Promise<RunResult>;
  /** Whether commands can be given layers over `lower` that are kept in `folder`. Absent where they never can. */
  canLayer?(folder: string, lower: string): Promise<boolean>;
}

/** What one command, with everything it starts, may use. */
export interface SandboxLimits {
  processes: number;
  /** Per process. */
  openFiles: number;
  fileBytes: number;
  /** Per process: heap and other private memory. */
  dataBytes: number;
  /** All processes together. */
  memoryBytes: number;
  /** Size of /tmp, /dev/shm and the home folder, each in memory. */
  tmpBytes: number;
  /** Work tree and other writable folders together. */
  diskBytes: number;
  /** Processors of all commands of the sandbox together; all of them unless said. */
  cpus?: number;
  /** What the host keeps, whoever used the rest: below it the command is ended. */
  hostMemoryBytes: number;
  hostDiskBytes: number;
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

export const defaultLimits: SandboxLimits = {
  processes: 512,
  openFiles: 16_384,
  fileBytes: gibibyte,
  dataBytes: 4 * gibibyte,
  memoryBytes: 6 * gibibyte,
  tmpBytes: gibibyte,
  diskBytes: 10 * gibibyte,
  hostMemoryBytes: 256 * mebibyte,
  hostDiskBytes: 256 * mebibyte,
};

/**
 * The limits that a configuration asks for. Where it allows more than usual, a single process and a single file may be larger in
 * the same measure; where it allows less, the whole is what holds them.
 */
export function limitsFrom(limits: Config["limits"]): Partial<SandboxLimits> {
  const { memory_mb, disk_mb, cpus } = limits;
  const memoryBytes = memory_mb * mebibyte;
  const diskBytes = disk_mb * mebibyte;
  const { dataBytes, fileBytes } = defaultLimits;
  const asked: Partial<SandboxLimits> = {
    memoryBytes,
    diskBytes,
    dataBytes: Math.max(dataBytes, Math.floor((memoryBytes * dataBytes) / defaultLimits.memoryBytes)),
    fileBytes: Math.max(fileBytes, Math.floor((diskBytes * fileBytes) / defaultLimits.diskBytes)),
  };
  return cpus === undefined ? asked : { ...asked, cpus };
}

/** Variables that make git inside the sandbox read nothing but the repository, whoever owns it. */
export const gitEnvironment = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "safe.directory",
  GIT_CONFIG_VALUE_0: "*",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
};
