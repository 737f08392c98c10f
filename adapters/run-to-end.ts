import { spawn } from "node:child_process";

interface Command {
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  input: string | Buffer;
  seconds: number;
  maxOutputBytes: number;
}

interface CommandEnd {
  code: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: string;
  /** Why it was killed, if it was. */
  stopped?: "time" | "output";
}

/** Runs a program of the host, for a bounded time and with a bounded output. */
export function runToEnd({ argv, cwd, env, input, seconds, maxOutputBytes }: Command): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const [program = "", ...args] = argv;
    const child = spawn(program, args, { cwd, env, detached: true });
    let stopped: CommandEnd["stopped"];
    const stop = (why: CommandEnd["stopped"]) => {
      stopped ??= why;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => stop("time"), seconds * 1000);
    const output: Buffer[] = [];
    let [left, stderr] = [maxOutputBytes, ""];
    child.stdout.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop("output");
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (stderr.length < 10_000) stderr += chunk.toString().slice(0, 10_000);
    });
    // It need not read its input: a closed pipe is not our error.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout: Buffer.concat(output), stderr, stopped });
    });
  });
}

/** With whatever it started. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
