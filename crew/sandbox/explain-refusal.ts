import { existsSync } from "node:fs";
import { readProc } from "./read-proc.ts";

/** What this machine says about namespaces; the reasons why bwrap may not start. */
export interface HostFacts {
  inContainer: boolean;
  /** kernel.apparmor_restrict_unprivileged_userns (Ubuntu 24.04 and later). */
  apparmorRestricts: boolean;
  /** kernel.unprivileged_userns_clone is 0 (Debian, older). */
  usernsOff: boolean;
  /** user.max_user_namespaces is 0 (hardened hosts, RHEL). */
  noUsernsLeft: boolean;
  machine: string;
}

export function loadHostFacts(): HostFacts {
  return {
    inContainer:
      existsSync("/.dockerenv") ||
      existsSync("/run/.containerenv") ||
      /docker|kubepods|containerd/.test(readProc("/proc/1/cgroup")),
    apparmorRestricts: readProc("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").trim() === "1",
    usernsOff: readProc("/proc/sys/kernel/unprivileged_userns_clone").trim() === "0",
    noUsernsLeft: readProc("/proc/sys/user/max_user_namespaces").trim() === "0",
    machine: process.arch,
  };
}

const inDocker =
  "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined …";

/** The sentence for a bwrap that does not start, with the one command that helps. */
export function explainRefusal(stderr: string, host: HostFacts = loadHostFacts()): string {
  const words = stderr.trim().split("\n").at(-1) || "no message";
  const said = (what: string, fix: string) => `${what} (${words}). ${fix}`;

  const absent = /Can't find source path ([^:]+)/.exec(words)?.[1];
  if (absent)
    return said(`A folder to show in the sandbox is not there: ${absent}`, "Create it, or leave it out.");
  if (/Unknown option/i.test(words))
    return said("This bubblewrap is too old", "Update it: sudo apt-get install --yes bubblewrap");
  if (/PR_SET_SECCOMP|seccomp/i.test(words))
    return said(
      "The kernel takes no system call filter",
      "It needs CONFIG_SECCOMP_FILTER; use another machine.",
    );
  const what = "bubblewrap cannot make a namespace here";
  if (host.noUsernsLeft)
    return said(what, "Allow user namespaces: sudo sysctl -w user.max_user_namespaces=15000");
  if (host.usernsOff)
    return said(what, "Allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1");
  if (host.inContainer && !host.apparmorRestricts)
    return said(`${what}: the container forbids it`, `Start the container with: ${inDocker}`);
  return said(what, "Allow user namespaces: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0");
}
