import { existsSync } from "node:fs";
import { GsdError } from "../../core/gsd-error.ts";
import { systemMounts } from "./bubblewrap-arguments.ts";
import { dropPrivileges } from "./give-tree.ts";
import { runProcess } from "./run-process.ts";

/** What the host offers; `flags` are the newer switches that this bwrap knows. */
export interface SandboxTools {
  bwrap: string;
  prlimit: string;
  setpriv: string;
  flags: { disableUserns: boolean; size: boolean };
}

export type Detection = { available: true; tools: SandboxTools } | { available: false; error: GsdError };

const folders = ["/usr/bin", "/bin", "/usr/local/bin"];
const install = "sudo apt-get install --yes bubblewrap";
const allow = "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0";

/** Looks for bubblewrap and tries it once. */
export async function detectSandbox(places: string[] = folders): Promise<Detection> {
  const bwrap = find("bwrap", places);
  if (!bwrap) return refuse(`bubblewrap is not installed on this machine. Install it: ${install}`);
  const prlimit = find("prlimit", places);
  const setpriv = find("setpriv", places);
  if (!prlimit || !setpriv)
    return refuse("prlimit and setpriv are missing. Install them: sudo apt-get install --yes util-linux");

  const help = await quick([bwrap, "--help"]);
  const tools = {
    ...{ bwrap, prlimit, setpriv },
    flags: {
      disableUserns: help.stdout.includes("--disable-userns"),
      size: help.stdout.includes("--size BYTES"),
    },
  };
  // As the user that commands will run as: root may do what others are refused.
  const start = process.getuid?.() === 0 ? dropPrivileges(setpriv) : [];
  const inner = ["--unshare-all", "--unshare-user", ...systemMounts(), "--proc", "/proc", "/usr/bin/true"];
  const trial = await quick([...start, bwrap, ...inner]);
  if (trial.code === 0) return { available: true, tools };
  return refuse(explainRefusal(trial.stderr));
}

/** The sentence for a bwrap that does not start, with the command that helps. */
export function explainRefusal(stderr: string): string {
  const words = stderr.trim().split("\n").at(-1) ?? "";
  return `bubblewrap cannot make a namespace here (${words || "no message"}). Allow user namespaces: ${allow}`;
}

function find(name: string, places: string[]): string | undefined {
  return places.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

function quick(argv: string[]) {
  return runProcess({ argv, cwd: "/", env: {}, timeoutMs: 10_000, maxOutputBytes: 100_000, contained: true });
}

function refuse(sentence: string): Detection {
  return { available: false, error: new GsdError("sandbox", sentence) };
}
