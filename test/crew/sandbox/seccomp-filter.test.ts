import { describe, expect, it } from "vitest";
import { assembleBpf } from "../../../crew/sandbox/assemble-bpf.ts";
import { seccompFilter } from "../../../crew/sandbox/seccomp-filter.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, sealed, shell } from "./sandboxes.ts";

const audit = { x64: 0xc000003e, arm64: 0xc00000b7 };
type Machine = keyof typeof audit;

const allow = 0x7fff0000;
const kill = 0x80000000;
const refused = (errno: number) => 0x00050000 | errno;

/** Runs a filter over one system call, as the kernel does. */
function judge(
  program: Buffer,
  call: { machine: number; number: number; args?: (number | bigint)[] },
): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.machine, 4);
  for (const [index, value] of (call.args ?? []).entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; ; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const [yes, no] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)];
    const value = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (code === 0x05) at += value;
    else if (code === 0x15) at += accumulator === value ? yes : no;
    else if (code === 0x35) at += accumulator >= value ? yes : no;
    else if (code === 0x45) at += (accumulator & value) !== 0 ? yes : no;
    else throw new Error(`unknown instruction ${code}`);
  }
}

const numbers: Record<Machine, Record<string, number>> = {
  x64: {
    read: 0,
    clone: 56,
    clone3: 435,
    socket: 41,
    ioctl: 16,
    ptrace: 101,
    prlimit64: 302,
    execve: 59,
    socketpair: 53,
    shmget: 29,
    semget: 64,
    msgget: 68,
  },
  arm64: {
    read: 63,
    clone: 220,
    clone3: 435,
    socket: 198,
    ioctl: 29,
    ptrace: 117,
    prlimit64: 261,
    execve: 221,
    socketpair: 199,
    shmget: 194,
    semget: 190,
    msgget: 186,
  },
};

describe.each(["x64", "arm64"] as const)("the filter for %s", (machine) => {
  const program = seccompFilter(machine);
  const ask = (name: string, ...args: (number | bigint)[]) =>
    judge(program, { machine: audit[machine], number: numbers[machine][name]!, args });

  it("lets ordinary calls pass and refuses those of the list", () => {
    expect(ask("read")).toBe(allow);
    expect(ask("execve")).toBe(allow);
    expect(ask("ptrace")).toBe(refused(1));
    expect(ask("clone3")).toBe(refused(38));
  });

  it("lets threads and children be made, but no namespaces", () => {
    expect(ask("clone", 0x003d0f00)).toBe(allow);
    expect(ask("clone", 17)).toBe(allow);
    for (const flag of [0x10000000, 0x20000000, 0x40000000, 0x00020000, 0x02000000, 0x04000000, 0x08000000])
      expect(ask("clone", flag | 17), flag.toString(16)).toBe(refused(1));
  });

  it("lets the usual sockets be made, and interfaces be listed", () => {
    for (const [family, type, protocol] of [
      [1, 1, 0],
      [2, 1, 6],
      [2, 2, 0],
      [10, 1, 0],
      [10, 2 | 0o2004000, 17],
      [1, 5 | 0o2000000, 0],
      [16, 3, 0],
    ] as const)
      expect(ask("socket", family, type, protocol)).toBe(allow);
    expect(ask("socket", 2, 3 | 0o2000000, 1)).toBe(refused(1));
    for (const family of [17, 38, 40]) expect(ask("socket", family, 1, 0)).toBe(refused(97));
    expect(ask("socket", 16, 3, 12)).toBe(refused(97));
  });

  it("knows one protocol for each type of internet socket, and three types of unix socket", () => {
    for (const [family, type, protocol] of [
      ...[2, 10].flatMap((one) => [132, 262, 33, 17, 1, 0xffffffff].map((other) => [one, 1, other] as const)),
      ...[2, 10].flatMap((one) => [136, 1, 58, 6, 115].map((other) => [one, 2 | 0o2000000, other] as const)),
      ...[0, 3, 4, 6, 10].map((type) => [1, type, 0] as const),
    ])
      expect(ask("socket", family, type, protocol), `${family} ${type} ${protocol}`).toBe(refused(93));
    for (const type of [5, 4, 6, 10]) expect(ask("socket", 2, type, 132)).toBe(refused(1));
  });

  it("pairs unix sockets only", () => {
    expect(ask("socketpair", 1, 1 | 0o2004000, 0)).toBe(allow);
    for (const family of [0, 2, 10, 16, 30, 38]) expect(ask("socketpair", family, 1, 0)).toBe(refused(97));
    expect(ask("socketpair", 1, 3, 0)).toBe(refused(93));
  });

  it("has a page for a segment of System V and no more, and neither queues nor semaphores", () => {
    expect(ask("shmget", 1, 56, 0o3600)).toBe(allow);
    expect(ask("shmget", 1, 4_096, 0o3600)).toBe(allow);
    for (const size of [4_097, 2 ** 31, 0x1_0000_0001n, 0xffff_ffff_0000_0000n])
      expect(ask("shmget", 1, size, 0o3600), String(size)).toBe(refused(38));
    expect(ask("shmget", 1, 1, 0o4600)).toBe(refused(38));
    expect(ask("semget", 1, 1, 0o3600)).toBe(refused(38));
    expect(ask("msgget", 1, 0o3600)).toBe(refused(38));
  });

  it("keeps the core limit where it is, and lets it be read", () => {
    expect(ask("prlimit64", 0, 4, 0, 0x7fff12345678n)).toBe(allow);
    expect(ask("prlimit64", 0, 4, 0x7fff00000000n, 0)).toBe(refused(1));
    expect(ask("prlimit64", 0, 7, 0x7fff12345678n, 0)).toBe(allow);
    expect(ask("ioctl", 0, 0x5412, 0)).toBe(refused(1));
    expect(ask("ioctl", 0, 0xffffffff00005412n, 0)).toBe(refused(1));
    expect(ask("ioctl", 0, 0x5401, 0)).toBe(allow);
  });

  it("ends a process that speaks for another machine, and knows no other ABI", () => {
    expect(judge(program, { machine: 0x40000003, number: 1 })).toBe(kill);
    expect(judge(program, { machine: audit[machine], number: 0x40000000 + 101 })).toBe(refused(38));
  });
});

it("refuses a jump to nowhere", () => {
  expect(() => assembleBpf([{ if: "equal", than: 1, go: "nowhere" }])).toThrow(/nowhere/);
});

it.skipIf(!detection.available)("leaves Node, its workers, children and file watching at work", async () => {
  using tree = aWorkTree();
  const program = `
    const { Worker } = require("worker_threads"), fs = require("fs"), os = require("os"), cp = require("child_process");
    new Worker("require('worker_threads').parentPort.postMessage(1)", { eval: true }).on("message", () => {
      const watcher = fs.watch("src", () => { console.log("seen"); watcher.close() });
      console.log(Object.keys(os.networkInterfaces()).join(), cp.execFileSync("git", ["log", "--format=%s"]) + "");
      fs.promises.appendFile("src/a.txt", "x");
      require("net").createServer().listen(0, "127.0.0.1", function () { this.close() });
    });`;
  const result = await sealed.run(shell(tree.folder, `node -e '${program.replaceAll("'", `'"'"'`)}'`));
  expect(result).toMatchObject({ code: 0, stdout: "lo start\n\nseen\n", stderr: "" });
});
