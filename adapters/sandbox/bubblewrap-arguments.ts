import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { SandboxTools } from "./detect-sandbox.ts";
import type { SandboxCommand, SandboxLimits } from "./sandbox.ts";

/** Where things stand inside; the same on every host, so that nothing inside depends on the host's paths. */
export const inside = { tree: "/repo", home: "/home/agent", uid: 1000 };

/** A host path and its name inside. */
export interface Binding {
  host: string;
  inside: string;
  writable: boolean;
}

/** Small files that tools expect to find; handed to bwrap by file descriptor, from 3 on. */
export const accountFiles = [
  { path: "/etc/passwd", text: `agent:x:${inside.uid}:${inside.uid}:agent:${inside.home}:/bin/sh\n` },
  { path: "/etc/group", text: `agent:x:${inside.uid}:\n` },
  { path: "/etc/hosts", text: "127.0.0.1 localhost\n::1 localhost\n" },
];

/** The host's programs and libraries, read-only; nothing of /home, /root, /var, /run, /opt or /srv. */
export function systemMounts(): string[] {
  const merged = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].filter((path) => existsSync(path));
  const settings = [
    "ssl",
    "alternatives",
    "ca-certificates",
    "pki",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
  ];
  return [
    ...["--ro-bind", "/usr", "/usr"],
    ...merged.flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path],
    ),
    ...[...settings, "localtime"].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
  ];
}

/** Everything that one command may see besides the system, in mounting order. */
export function bindingsOf(command: SandboxCommand, nodePath: string): Binding[] {
  const extra = (mounts: SandboxCommand["readOnly"], writable: boolean): Binding[] =>
    (mounts ?? []).map((mount) =>
      typeof mount === "string" ? { host: mount, inside: mount, writable } : { ...mount, writable },
    );
  const git = `${command.cwd}/.git`;
  return [
    ...nodeBinding(nodePath),
    { host: command.cwd, inside: inside.tree, writable: true },
    ...extra(command.writable, true),
    ...extra(command.readOnly, false),
    ...(existsSync(git) ? [{ host: git, inside: `${inside.tree}/.git`, writable: false }] : []),
  ];
}

/** A Node installed outside /usr: the whole installation if it is one, else only the program. */
function nodeBinding(nodePath: string): Binding[] {
  if (/^\/(usr|bin|lib\w*)\//.test(nodePath)) return [];
  const prefix = dirname(dirname(nodePath));
  const host = existsSync(`${prefix}/lib/node_modules`) ? prefix : nodePath;
  return [{ host, inside: host, writable: false }];
}

/** bwrap's command line around `command`; the status descriptor follows the account files. */
export function bubblewrapArguments(
  tools: SandboxTools,
  limits: SandboxLimits,
  given: { command: SandboxCommand; bindings: Binding[] },
): string[] {
  const memory = (path: string) => [
    ...(tools.flags.size ? ["--size", String(limits.tmpBytes)] : []),
    ...["--tmpfs", path],
  ];
  return [
    tools.bwrap,
    ...["--unshare-all", "--unshare-user", ...(tools.flags.disableUserns ? ["--disable-userns"] : [])],
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox"],
    ...["--uid", String(inside.uid), "--gid", String(inside.uid)],
    ...systemMounts(),
    ...["--proc", "/proc", "--dev", "/dev", ...memory("/dev/shm"), ...memory("/tmp"), ...memory(inside.home)],
    ...accountFiles.flatMap((file, index) => ["--ro-bind-data", String(3 + index), file.path]),
    ...given.bindings.flatMap((bound) => [bound.writable ? "--bind" : "--ro-bind", bound.host, bound.inside]),
    // Both are memory without a bound of their own.
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--json-status-fd", String(3 + accountFiles.length), "--chdir", inside.tree, "--"],
    // Inside, so that the count of processes is this sandbox's own and not that of the whole user.
    ...limited(tools.prlimit, limits, [`--nproc=${limits.processes}`]),
    ...given.command.argv,
  ];
}

/** `prlimit` in front of a command. */
export function limited(prlimit: string, limits: SandboxLimits, more: string[] = []): string[] {
  return [prlimit, `--fsize=${limits.fileBytes}`, "--core=0", `--data=${limits.dataBytes}`, ...more, "--"];
}
