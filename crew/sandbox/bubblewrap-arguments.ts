import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { SandboxTools } from "./detect-sandbox.ts";
import { forwardSockets, insideSocket } from "./forward-sockets.ts";
import type { GitView } from "./git-view.ts";
import type { SandboxCommand, SandboxLimits } from "./sandbox.ts";
import { writeFiles } from "./write-files.ts";

/** Where things stand inside; the same on every host, so that nothing inside depends on the host's paths. */
export const inside = { tree: "/repo", home: "/home/agent", uid: 1000 };

/** A host path and its name inside. */
export interface Binding {
  host: string;
  inside: string;
  writable: boolean;
}

/** A small file that exists only inside; handed to bwrap by file descriptor. */
export interface InnerFile {
  path: string;
  text: string;
}

/** Small files that tools expect to find. */
export const accountFiles: InnerFile[] = [
  { path: "/etc/passwd", text: `agent:x:${inside.uid}:${inside.uid}:agent:${inside.home}:/bin/sh\n` },
  { path: "/etc/group", text: `agent:x:${inside.uid}:\n` },
  { path: "/etc/hosts", text: "127.0.0.1 localhost\n::1 localhost\n" },
];

/** Of /etc: certificates, the linker's settings, and what some languages keep there. No account, key or address. */
const settings =
  /^(alternatives|ca-certificates|ca-certificates\.conf|dotnet|fonts|java-\d+-openjdk|ld\.so\.(cache|conf|conf\.d)|localtime|mime\.types|nsswitch\.conf|perl|python3(\.\d+)?)$/;
const certificates = [
  "ssl/certs",
  "ssl/openssl.cnf",
  "pki/tls/certs",
  "pki/ca-trust/extracted",
  "pki/tls/cert.pem",
];

/** The host's programs and libraries, read-only; nothing of /home, /root, /var, /run, /opt, /srv or /sys. */
export function systemMounts(): string[] {
  const merged = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].filter((path) => existsSync(path));
  const shown = [...readdirSync("/etc").filter((name) => settings.test(name)), ...certificates];
  return [
    ...["--ro-bind", "/usr", "/usr"],
    ...merged.flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path],
    ),
    ...shown.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
  ];
}

/** Everything that one command may see besides the system, in mounting order. */
export function bindingsOf(command: SandboxCommand, host: { nodePath: string; tools: string[] }): Binding[] {
  const extra = (mounts: SandboxCommand["readOnly"], writable: boolean): Binding[] =>
    (mounts ?? []).map((mount) =>
      typeof mount === "string" ? { host: mount, inside: mount, writable } : { ...mount, writable },
    );
  return [
    ...nodeBinding(host.nodePath),
    ...extra(host.tools, false),
    ...(command.home ? extra([{ host: command.home, inside: inside.home }], true) : []),
    { host: command.cwd, inside: inside.tree, writable: true },
    ...extra(command.writable, true),
    ...extra(command.readOnly, false),
    ...(command.forward ?? []).map((one) => ({
      host: one.socket,
      inside: insideSocket(one),
      writable: false,
    })),
  ];
}

/** A Node installed outside /usr: the whole installation if it is one, else only the program. */
function nodeBinding(nodePath: string): Binding[] {
  if (/^\/(usr|bin|lib\w*)\//.test(nodePath)) return [];
  const prefix = dirname(dirname(nodePath));
  const host = existsSync(`${prefix}/lib/node_modules`) ? prefix : nodePath;
  return [{ host, inside: host, writable: false }];
}

/** One command with what it sees. */
export interface Given {
  command: SandboxCommand;
  bindings: Binding[];
  files: InnerFile[];
}

/** bwrap's command line; descriptor 3 is the filter, then come the files, then the status. */
export function bubblewrapArguments(
  tools: SandboxTools,
  limits: SandboxLimits,
  { command, bindings, files }: Given,
): string[] {
  const memory = (path: string) => [
    ...(tools.flags.size ? ["--size", String(limits.tmpBytes)] : []),
    ...["--tmpfs", path],
  ];
  const folders = ["/dev/shm", "/tmp", ...(command.home ? [] : [inside.home])];
  return [
    ...limited(tools.prlimit, limits),
    tools.bwrap,
    ...["--unshare-all", "--unshare-user", ...(tools.flags.disableUserns ? ["--disable-userns"] : [])],
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox"],
    ...["--uid", String(inside.uid), "--gid", String(inside.uid), "--seccomp", "3"],
    ...systemMounts(),
    ...["--proc", "/proc", "--dev", "/dev", ...folders.flatMap(memory)],
    ...bindings.flatMap((bound) => [bound.writable ? "--bind" : "--ro-bind", bound.host, bound.inside]),
    ...files.flatMap((file, index) => ["--ro-bind-data", String(4 + index), file.path]),
    // Both are memory without a bound of their own.
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--json-status-fd", String(4 + files.length), "--chdir", inside.tree, "--"],
    // Inside, so that the count of processes is this sandbox's own and not that of the whole user.
    ...[tools.prlimit, `--nproc=${limits.processes}`, "--"],
    ...forwardSockets(writeFiles(command.argv, command.files), command.forward ?? [], tools),
  ];
}

/** The repository, read-only, over the work tree. */
export function gitBindings(view: GitView): Binding[] {
  return view.folders.map((folder) => ({ ...folder, writable: false }));
}

/**
 * `prlimit` in front of a command. A core limit of 1 and not 0: too small for any core file, and the one value for
 * which the kernel does not start a crash handler of the host either (fs/coredump.c).
 */
export function limited(prlimit: string, limits: SandboxLimits): string[] {
  return [
    ...[prlimit, `--fsize=${limits.fileBytes}`, "--core=1", `--data=${limits.dataBytes}`],
    ...[`--nofile=${limits.openFiles}`, "--"],
  ];
}
