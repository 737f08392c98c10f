import { hostname } from "node:os";
import { absentCalls, judgedCalls, refusedCalls } from "../../crew/sandbox/syscalls.ts";
import { type Group, isRoot, type Probe } from "./probe.ts";

const column = process.arch === "arm64" ? 1 : 0;
const calls: Record<string, readonly [number, number | null]> = {
  ...refusedCalls,
  ...absentCalls,
  ...judgedCalls,
};

/** EPERM, ENOSYS, EPROTONOSUPPORT, EAFNOSUPPORT: what the filter answers. Any other answer came from deeper in the kernel. */
const refusals = [1, 38, 93, 97];

/** A system call made directly, with no library in between. */
function calling(name: string, call: string | number, args: (string | number)[], control = false): Probe {
  const number = typeof call === "number" ? call : (calls[call]?.[column] ?? 0xffff);
  return {
    name,
    attack: () =>
      `perl -e '@a = (${args.join(", ")}); $r = syscall(${number}, @a); printf "tried %d %d\n", $r, $!+0'`,
    isThrough(_, { stdout }) {
      const [, returned, error] = /tried (-?\d+) (\d+)/.exec(stdout) ?? [];
      return returned !== "-1" || !refusals.includes(Number(error));
    },
    control,
  };
}

const newUser = 0x10000000;
const newMount = 0x00020000;
const signal = 17;
const [inet, netlink, packet, alg, vsock] = [2, 16, 17, 38, 40];
const [raw, datagram, sequenced] = [3, 2, 5];
const netfilter = 12;
const [typeInto, coreLimit] = [0x5412, 4];

export const kernel: Group = {
  group: "doors into the kernel",
  probes: [
    calling("ptrace of oneself", "ptrace", [0, 0, 0, 0], true),
    {
      ...calling("ptrace of a host process", "ptrace", []),
      attack: ({ world }) =>
        `perl -e '$r = syscall(${calls["ptrace"]![column]}, 16, ${world.holder}, 0, 0); $e = $!+0; syscall(${calls["ptrace"]![column]}, 17, ${world.holder}, 0, 0); printf "tried %d %d\n", $r, $e'`,
      control: isRoot,
    },
    calling("process_vm_readv", "process_vm_readv", ["getppid()", 0, 0, 0, 0, 0], true),
    calling("pidfd_getfd", "pidfd_getfd", [0, 0, 0], true),
    calling("kcmp", "kcmp", ["$$", "$$", 0, 0, 0], true),
    calling("a user namespace by unshare", "unshare", [newUser], true),
    calling("a mount namespace by unshare", "unshare", [newUser | newMount], true),
    calling("a user namespace by clone", "clone", [newUser | signal, 0, 0, 0, 0]),
    calling("a user namespace by clone3", "clone3", ['"\\0" x 88', 88], true),
    {
      name: "a user namespace by the usual program",
      attack: () =>
        "unshare --user --map-root-user id 2>/dev/null; bwrap --ro-bind / / id 2>/dev/null; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("uid="),
      control: true,
    },
    calling("setns", "setns", [0, 0], true),
    calling("mount", "mount", ['"none"', '"/tmp"', '"tmpfs"', 0, 0]),
    {
      name: "a bind mount of the host, and writable again",
      attack: ({ world }) =>
        `mkdir m; mount --bind /proc/1/root m 2>/dev/null; mount -o remount,rw / 2>/dev/null && echo got-through; mount -o remount,rw /usr 2>/dev/null && echo got-through; cat m${world.home}/.netrc 2>/dev/null; echo tried`,
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
    },
    calling("umount", "umount2", ['"/repo/.git"', 2]),
    calling("fsopen", "fsopen", [0, 0], true),
    calling("open_tree", "open_tree", [-1, 0, 1], true),
    calling("move_mount", "move_mount", [-1, 0, -1, 0, 0], true),
    calling("pivot_root", "pivot_root", ['"."', '"."']),
    calling("chroot", "chroot", ['"."']),
    calling("open_by_handle_at", "open_by_handle_at", [-1, 0, 0]),
    calling("bpf", "bpf", [-1, 0, 0], true),
    calling("perf_event_open", "perf_event_open", [0, 0, -1, -1, 0], true),
    calling("userfaultfd", "userfaultfd", [0], true),
    calling("io_uring", "io_uring_setup", [1, 0], true),
    calling("fanotify_init", "fanotify_init", [-1, 0]),
    calling("keyctl: the session's keyring", "keyctl", [0, -3, 0, 0, 0], true),
    calling("add_key", "add_key", ['"user"', '"probe"', '"x"', 1, -2], true),
    calling("request_key", "request_key", ['"user"', '"probe"', 0, -2], true),
    calling("loading a module", "init_module", [0, 0, '""']),
    calling("loading a kernel", "kexec_load", [0, 0, 0, 0]),
    calling("reboot", "reboot", [0, 0, 0, 0]),
    calling("swapon", "swapon", ['"/nowhere"', 0]),
    calling("the kernel's log", "syslog", [10, 0, 0], isRoot),
    calling("memfd_secret", "memfd_secret", [0]),
    calling("the clock", "clock_settime", [0, 0]),
    calling("sethostname", "sethostname", ['"evil"', 4]),
    {
      name: "the host's name",
      attack: () => "hostname evil 2>/dev/null; echo evil 2>/dev/null >/proc/sys/kernel/hostname; echo tried",
      isThrough: () => hostname() === "evil",
    },
    calling("typing into a terminal (TIOCSTI)", "ioctl", [0, typeInto, '"x"'], true),
    calling("its own core limit", "setrlimit", [coreLimit, 'pack("QQ", 0, 0)'], true),
    calling("a packet socket", "socket", [packet, raw, 0], isRoot),
    calling("a raw socket", "socket", [inet, raw, 1], isRoot),
    calling("a netfilter socket", "socket", [netlink, raw, netfilter], true),
    calling("a vsock socket", "socket", [vsock, 1, 0]),
    calling("a crypto socket (AF_ALG)", "socket", [alg, sequenced, 0]),
    calling("a datagram of another family (AF_X25)", "socket", [9, datagram, 0]),
    calling("a connection by SCTP", "socket", [inet, 1, 132]),
    calling("many connections by SCTP", "socket", [inet, sequenced, 132]),
    calling("a connection by DCCP", "socket", [inet, 6, 33]),
    calling("a connection over many paths (MPTCP)", "socket", [inet, 1, 262]),
    calling("datagrams by UDP-Lite", "socket", [inet, datagram, 136], true),
    calling("datagrams of ICMP", "socket", [inet, datagram, 1]),
    calling("a pair of another family (TIPC)", "socketpair", [30, sequenced, 0, "$p = pack('ll', 0, 0)"]),
    calling("a pair of internet sockets", "socketpair", [inet, 1, 0, "$p = pack('ll', 0, 0)"], true),
    calling("a System V segment", "shmget", [0, 8_192, 0o1600], true),
    calling("a System V segment of 4 GiB and a byte", "shmget", [0, 2 ** 32 + 1, 0o1600]),
    calling("a System V segment of huge pages", "shmget", [0, 4_096, 0o5600]),
    calling("System V semaphores", "semget", [0, 1, 0o1600], true),
    calling("a System V queue", "msgget", [0, 0o1600], true),
    // The same calls by other numbers: x32's getpid. On arm64 there is no such thing, and the number is free.
    calling("the numbers of another ABI", 0x40000000 + 39, []),
    {
      name: "a lower oom score, so that others die first",
      attack: () => "echo -1000 2>/dev/null >/proc/self/oom_score_adj && echo got-through; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
    },
    {
      name: "higher limits",
      attack: () =>
        "for l in n f d; do ( ulimit -H -$l unlimited ) 2>/dev/null && echo got-through; done; ( ulimit -u 100000 ) 2>/dev/null && echo got-through; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
    },
    {
      name: "capabilities",
      attack: () =>
        "grep -E '^Cap(Eff|Prm|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000; grep -x 'NoNewPrivs:.0' /proc/self/status; echo tried",
      isThrough: (_, { stdout }) => stdout.trim() !== "tried",
      control: true,
    },
  ],
};
