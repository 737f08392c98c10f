import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Group, isRoot, type Place, type Probe } from "./probe.ts";

const said =
  (words: string) =>
  (_: Place, { stdout }: { stdout: string }) =>
    stdout.includes(words);
const appears = (path: (place: Place) => string) => (place: Place) => existsSync(path(place));

/** An attempt to leave a file somewhere, and the look whether it is there. */
function writing(name: string, path: (place: Place) => string, line: (path: string) => string): Probe {
  return {
    name,
    attack: (place) => `{ ${line(path(place))}; } 2>/dev/null; echo tried`,
    isThrough: appears(path),
    tidy: (place) => rmSync(path(place), { force: true, recursive: true }),
  };
}

const inOutside = (place: Place) => join(place.outside, place.nonce);

/** The whole of `.git`, to compare. */
function snapshot(folder: string): string {
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return "gone";
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith("/index"))
    .sort()
    .map((path) => `${path} ${readFileSync(path, "latin1").length} ${statSync(path).mtimeMs}`)
    .join("\n");
}

/** An attempt on the repository itself. */
function onRepository(name: string, line: string): Probe {
  let before = "";
  return {
    name,
    prepare: ({ tree }) => {
      before = snapshot(join(tree.folder, ".git"));
    },
    attack: () => `( ${line} ) >/dev/null 2>&1; echo tried`,
    isThrough: ({ tree }) => snapshot(join(tree.folder, ".git")) !== before,
    control: true,
  };
}

const identity = "-c user.name=x -c user.email=x@example.com";

export const files: Group = {
  group: "files and the repository",
  probes: [
    { ...writing("a file beside the work tree", inOutside, (path) => `echo x >${path}`), control: true },
    {
      ...writing(
        "a file above it, by ..",
        inOutside,
        (path) => `echo x >../outside/${path.split("/").at(-1)}`,
      ),
      control: true,
    },
    {
      ...writing("a file through a symlink", inOutside, (path) => `ln -s ${path} link; echo x >link`),
      control: true,
    },
    {
      name: "reading through a symlinked folder",
      attack: ({ world }) => `ln -s ${world.home} home; cat home/.netrc 2>/dev/null; echo tried`,
      control: true,
    },
    {
      name: "a hard link to a file outside",
      attack: ({ world }) => `ln ${world.home}/.netrc own 2>/dev/null; cat own 2>/dev/null; echo tried`,
      isThrough: ({ tree }) => existsSync(join(tree.folder, "own")),
      control: true,
    },
    {
      name: "a hard link from .git into the tree",
      attack: () => "ln .git/HEAD own 2>/dev/null; echo tried",
      isThrough: appears(({ tree }) => join(tree.folder, "own")),
      control: true,
    },
    {
      name: "/proc/self/root, /proc/1/root and /proc/1/cwd",
      attack: ({ world }) =>
        `cat /proc/self/root${world.home}/.netrc /proc/1/root${world.home}/.netrc /proc/1/cwd${world.home}/.netrc 2>/dev/null; echo tried`,
      control: true,
    },
    {
      name: "the old root after pivot_root",
      attack: ({ world }) =>
        `cat /oldroot${world.home}/.netrc /newroot/..${world.home}/.netrc /../../..${world.home}/.netrc 2>/dev/null; echo tried`,
      control: true,
    },
    onRepository("a hook", "printf '#!/bin/sh\\n' >.git/hooks/pre-commit && chmod +x .git/hooks/pre-commit"),
    onRepository("git's settings", "git config core.fsmonitor /tmp/evil; echo '[core]' >>.git/config"),
    onRepository(
      "info/attributes and alternates",
      "mkdir -p .git/info; echo '* filter=x' >.git/info/attributes; echo /tmp >.git/objects/info/alternates",
    ),
    onRepository("a commit of its own", `git ${identity} commit --quiet --allow-empty -m x`),
    onRepository(
      "a ref of its own",
      "git update-ref refs/heads/main $(git rev-parse HEAD^{tree}); echo x >.git/refs/heads/x",
    ),
    onRepository("another .git in its place", "mv .git old; rm -rf .git; mkdir .git; git init"),
    {
      name: "a repository made up where there was none",
      prepare: ({ outside }) => mkdirSync(join(outside, "bare-folder")),
      command: ({ outside }) => ({ cwd: join(outside, "bare-folder") }),
      attack: () => "git init --quiet . && git config core.fsmonitor /tmp/evil; echo tried",
      isThrough: appears(({ outside }) => join(outside, "bare-folder/.git")),
      control: true,
    },
    {
      name: "a .git file that names a folder of the host",
      prepare({ outside, world }) {
        mkdirSync(join(outside, "liar"));
        writeFileSync(join(outside, "liar/.git"), `gitdir: ${world.home}\n`);
      },
      command: ({ outside }) => ({ cwd: join(outside, "liar") }),
      attack: ({ world }) => `cat ${world.home}/.netrc 2>/dev/null; echo tried`,
      control: true,
    },
    writing(
      "the host's programs",
      ({ nonce }) => `/usr/local/bin/${nonce}`,
      (path) => `echo x >${path}`,
    ),
    writing(
      "the host's settings",
      ({ nonce }) => `/etc/${nonce}`,
      (path) => `echo x >${path}`,
    ),
    {
      name: "the Node that gsd itself runs on",
      attack: () =>
        `( : >>"$(readlink -f "$(command -v node)")" ) 2>/dev/null && echo got-through; echo tried`,
      isThrough: said("got-through"),
    },
    {
      name: "a folder that is shown read-only",
      command: ({ outside }) => ({ readOnly: [{ host: outside, inside: "/shown" }] }),
      attack: ({ nonce }) =>
        `ls /shown >/dev/null && { chmod 777 /shown; echo x >/shown/${nonce}; } 2>/dev/null; echo tried`,
      isThrough: appears(inOutside),
    },
    {
      ...writing(
        "something left in /tmp",
        ({ nonce }) => `/tmp/${nonce}`,
        (path) => `echo x >${path}`,
      ),
      control: true,
    },
    {
      ...writing(
        "something left in /dev/shm",
        ({ nonce }) => `/dev/shm/${nonce}`,
        (path) => `echo x >${path}`,
      ),
      control: true,
    },
    {
      name: "the workflow's output files",
      attack: ({ world, nonce }) => {
        const file = join(world.root, "_runner_file_commands/set_output");
        return `for f in "$GITHUB_OUTPUT" "$GITHUB_ENV" "$GITHUB_PATH" "$GITHUB_STEP_SUMMARY" ${file}; do echo ${nonce}=x >>"$f"; done 2>/dev/null; echo tried`;
      },
      prepare: ({ world }) => void world.write("_runner_file_commands/set_output", ""),
      isThrough: ({ world, nonce }) =>
        readFileSync(join(world.root, "_runner_file_commands/set_output"), "utf8").includes(nonce),
      control: true,
    },
    {
      name: "the script of a later step",
      prepare: ({ world }) => void world.write("_temp/step.sh", "echo safe\n"),
      attack: ({ world, nonce }) => `( echo ${nonce} >>${world.root}/_temp/step.sh ) 2>/dev/null; echo tried`,
      isThrough: ({ world, nonce }) =>
        readFileSync(join(world.root, "_temp/step.sh"), "utf8").includes(nonce),
      control: true,
    },
    {
      name: "a program of root's with the setuid bit",
      attack: () => "cp /bin/sh shell && chmod 4755 shell; echo tried",
      isThrough({ tree }) {
        const { uid, mode } = statSync(join(tree.folder, "shell"));
        return uid === 0 && (mode & 0o4000) !== 0;
      },
      control: isRoot,
    },
    {
      name: "more rights through setuid programs",
      attack: () =>
        "for p in 'su -c id' 'sudo -n id' 'newgrp root' 'pkexec id'; do timeout 0.3 $p </dev/null 2>/dev/null | grep -o 'uid=0'; done; echo tried",
      isThrough: said("uid=0"),
    },
    {
      name: "a device node",
      attack: () =>
        "mknod null c 1 3 2>/dev/null && echo got-through; mknod disk b 254 0 2>/dev/null; echo tried",
      isThrough: said("got-through"),
      control: isRoot,
    },
    {
      name: "/dev: disks, kmsg, mem, kvm, fuse, tun, vsock",
      attack: () =>
        "ls /dev | grep -Ev '^(console|core|fd|full|null|ptmx|pts|random|shm|stderr|stdin|stdout|tty|urandom|zero)$'; echo tried",
      isThrough: (_, { stdout }) => stdout.trim() !== "tried",
      control: true,
    },
    {
      name: "the kernel's settings: core_pattern, sysrq",
      attack: () =>
        "for f in sys/kernel/core_pattern sysrq-trigger sys/kernel/modprobe sys/vm/drop_caches; do ( : >>/proc/$f ) 2>/dev/null && echo got-through; done; echo tried",
      isThrough: said("got-through"),
      control: isRoot,
    },
    {
      name: "/sys and its control groups",
      attack: () => "ls -A /sys /sys/fs/cgroup 2>/dev/null | grep -q . && echo got-through; echo tried",
      isThrough: said("got-through"),
      control: true,
    },
    {
      name: "a core dump",
      attack: () =>
        "ulimit -c unlimited 2>/dev/null; sh -c 'kill -SEGV $$'; ulimit -c | grep -qx 0 && ls core* 2>/dev/null; echo tried",
      isThrough: ({ tree }) => readdirSync(tree.folder).some((name) => name.startsWith("core")),
    },
  ],
};
