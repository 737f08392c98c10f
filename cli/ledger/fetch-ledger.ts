import { runToEnd } from "../../adapters/run-to-end.ts";
import { ledgerBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { readEnvironment } from "../environment.ts";

/** A remote that does not answer may not hold up whoever watches. */
const patienceSeconds = 20;

/** Brings the ledger's branch of the remote that it was read from; nothing where it is this clone's own. It asks for no password. */
export async function fetchLedger(folder: string, name: string): Promise<void> {
  const remote = name.endsWith(`/${ledgerBranch}`) ? name.slice(0, -ledgerBranch.length - 1) : "";
  if (remote === "") return;
  const refspec = `+refs/heads/${ledgerBranch}:refs/remotes/${remote}/${ledgerBranch}`;
  const { code, stopped, stderr } = await runToEnd({
    argv: ["git", "fetch", "--quiet", "--no-tags", "--no-auto-maintenance", remote, refspec],
    cwd: folder,
    env: ownEnvironment(),
    input: "",
    seconds: patienceSeconds,
    maxOutputBytes: 1_000_000,
  });
  if (code === 0) return;
  const lines = stderr.trim().split("\n");
  const line = lines.find((one) => /^(fatal|error): /.test(one)) ?? lines[0] ?? "";
  const why = stopped ? `it took more than ${patienceSeconds} seconds` : line.replace(/^(fatal|error): /, "");
  throw new GsdError("git", `git cannot fetch ${ledgerBranch} from ${remote}: ${why}`);
}

function ownEnvironment(): Record<string, string> {
  const { host } = readEnvironment();
  const known = Object.entries(host).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(known), GIT_TERMINAL_PROMPT: "0" };
}
