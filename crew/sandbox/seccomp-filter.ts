import { constants } from "node:os";
import { assembleBpf, type Step } from "./assemble-bpf.ts";
import { absentCalls, judgedCalls, type Numbers, refusedCalls } from "./syscalls.ts";

/** The machines that we have call numbers for, by the name Node gives them. */
const machines = {
  x64: { column: 0, audit: 0xc000003e },
  arm64: { column: 1, audit: 0xc00000b7 },
} as const;

type Machine = keyof typeof machines;

// struct seccomp_data: the call's number, the machine, then (after the instruction pointer) six arguments of 64 bits.
const callNumber = 0;
const machineField = 4;
const argument = (index: number) => 16 + 8 * index;

const allow = 0x7fff0000;
const killProcess = 0x80000000;
const failWith = (errno: number) => 0x00050000 | errno;
const { EPERM, ENOSYS, EAFNOSUPPORT, EPROTONOSUPPORT } = constants.errno;

/** CLONE_NEW*: mount, cgroup, uts, ipc, user, pid, net. CLONE_NEWTIME works with unshare and clone3 only. */
const namespaceFlags =
  0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
const x32Calls = 0x40000000;
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
const types = { stream: 1, datagram: 2, sequenced: 5 };
/** The kernel's choice, and the name of what it chooses. */
const protocols = { default: 0, tcp: 6, udp: 17 };
const netlinkRoute = 0;
/**
 * A page: what a database wants as a lock between its servers. At most 4,096 segments fit into a namespace (shmmni), so
 * that all of them are 16 MiB.
 */
const maxSegmentBytes = 4_096;
const hugePages = 0o4000;
/** Typing into somebody's terminal, and the console's own way to do it. */
const typingRequests = [0x5412, 0x541c];
const coreLimit = 4;

/** Whether there is a filter for this machine. */
export function isFilteredMachine(machine: string): machine is Machine {
  return Object.hasOwn(machines, machine);
}

/** The system call filter for bwrap's `--seccomp`. Everything is allowed but what is named in `syscalls.ts`; `more` is refused as well. */
export function seccompFilter(machine: Machine, more: Numbers = {}): Buffer {
  const { column, audit } = machines[machine];
  const numbers = (calls: Numbers) => Object.values(calls).flatMap((call) => call[column] ?? []);
  const judged = (name: keyof typeof judgedCalls) => judgedCalls[name][column];
  return assembleBpf([
    { load: machineField },
    // Another machine's calls have other numbers, which nothing below would recognise.
    { if: "equal", than: audit, go: "ours", else: "kill" },
    { label: "kill" },
    { return: killProcess },
    { label: "ours" },
    { load: callNumber },
    { if: "greater-or-equal", than: x32Calls, go: "absent-early" },
    when(judged("clone"), "clone"),
    when(judged("socket"), "socket"),
    when(judged("socketpair"), "socketpair"),
    when(judged("shmget"), "shmget"),
    when(judged("ioctl"), "ioctl"),
    when(judged("prlimit64"), "prlimit64"),
    when(judged("setrlimit"), "setrlimit"),
    ...numbers({ ...refusedCalls, ...more }).map((number) => when(number, "refused")),
    ...numbers(absentCalls).map((number) => when(number, "absent")),
    { return: allow },
    { label: "absent-early" },
    { return: failWith(ENOSYS) },
    ...judgements,
    { label: "absent" },
    { return: failWith(ENOSYS) },
    { label: "refused" },
    { return: failWith(EPERM) },
    { label: "no-family" },
    { return: failWith(EAFNOSUPPORT) },
    { label: "no-protocol" },
    { return: failWith(EPROTONOSUPPORT) },
    { label: "allowed" },
    { return: allow },
  ]);
}

function when(number: number, go: string): Step {
  return { if: "equal", than: number, go };
}

/** Each begins with the call's own argument and ends in a verdict. */
const judgements: Step[] = [
  { label: "clone" },
  { load: argument(0) },
  { if: "any-bit", than: namespaceFlags, go: "refused", else: "allowed" },

  { label: "ioctl" },
  { load: argument(1) },
  ...typingRequests.map((than): Step => ({ if: "equal", than, go: "refused" })),
  { go: "allowed" },

  // A core limit of 1 keeps the kernel from starting the host's crash handler; 0 would not.
  { label: "setrlimit" },
  { load: argument(0) },
  { if: "equal", than: coreLimit, go: "refused", else: "allowed" },

  { label: "prlimit64" },
  { load: argument(1) },
  { if: "equal", than: coreLimit, go: "core-limit", else: "allowed" },
  { label: "core-limit" },
  // Reading it passes no new value: both halves of the pointer are zero.
  { load: argument(2) },
  { if: "equal", than: 0, go: "core-limit-high", else: "refused" },
  { label: "core-limit-high" },
  { load: argument(2) + 4 },
  { if: "equal", than: 0, go: "allowed", else: "refused" },

  { label: "shmget" },
  { load: argument(1) + 4 },
  { if: "equal", than: 0, go: "segment-size", else: "absent" },
  { label: "segment-size" },
  { load: argument(1) },
  { if: "greater-or-equal", than: maxSegmentBytes + 1, go: "absent" },
  { load: argument(2) },
  { if: "any-bit", than: hugePages, go: "absent", else: "allowed" },

  { label: "socketpair" },
  { load: argument(0) },
  { if: "equal", than: families.unix, go: "unix", else: "no-family" },

  { label: "socket" },
  { load: argument(0) },
  { if: "equal", than: families.unix, go: "unix" },
  { if: "equal", than: families.inet, go: "internet" },
  { if: "equal", than: families.inet6, go: "internet" },
  // Reading one's own interfaces (getifaddrs); netfilter and the like are other protocols of the same family.
  { if: "equal", than: families.netlink, go: "route-only", else: "no-family" },
  { label: "route-only" },
  { load: argument(2) },
  { if: "equal", than: netlinkRoute, go: "allowed", else: "no-family" },
  { label: "unix" },
  { load: argument(1) },
  { and: 0xf },
  ...Object.values(types).map((than): Step => ({ if: "equal", than, go: "allowed" })),
  { go: "no-protocol" },
  { label: "internet" },
  { load: argument(1) },
  { and: 0xf },
  { if: "equal", than: types.stream, go: "tcp" },
  { if: "equal", than: types.datagram, go: "udp", else: "refused" },
  ...only("tcp"),
  ...only("udp"),
];

/** The protocol itself, or the kernel's choice, which is the same; SCTP and its like are other code and other memory. */
function only(name: "tcp" | "udp"): Step[] {
  return [
    { label: name },
    { load: argument(2) },
    { if: "equal", than: protocols.default, go: "allowed" },
    { if: "equal", than: protocols[name], go: "allowed", else: "no-protocol" },
  ];
}
