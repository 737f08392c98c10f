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
  writable?: Mount[];
  readOnly?: Mount[];
  onOutput?: (stream: "stdout" | "stderr", text: string) => void;
}

export interface RunResult {
  /** Null when a signal ended it. */
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  aborted: boolean;
  /** True when it wrote more than allowed and was ended for it. */
  outputCut: boolean;
  seconds: number;
}

/** What holds an agent. When `run` returns or throws, none of the command's processes is left. */
export interface Sandbox {
  kind: "bubblewrap" | "off" | "missing";
  run(command: SandboxCommand): Promise<RunResult>;
}

/** What one command may use. */
export interface SandboxLimits {
  processes: number;
  fileBytes: number;
  dataBytes: number;
  /** Size of /tmp and of the home folder, each in memory. */
  tmpBytes: number;
}

export const defaultLimits: SandboxLimits = {
  processes: 512,
  fileBytes: 1024 ** 3,
  dataBytes: 4 * 1024 ** 3,
  tmpBytes: 1024 ** 3,
};

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
