import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { findToolCaches } from "../../../crew/sandbox/find-tool-caches.ts";
import { createMemoryGroup, findGroupPlace } from "../../../crew/sandbox/memory-group.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, shell } from "./sandboxes.ts";

function aFolder() {
  const path = mkdtempSync(join(tmpdir(), "gsd-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe.skipIf(!detection.available)("what a command may use", () => {
  it.each([
    ["memory", { hostMemoryBytes: 1024 ** 5 }],
    ["disk", { hostDiskBytes: 1024 ** 5 }],
  ] as const)("ends it when the host itself runs short of %s", async (what, limits) => {
    using tree = aWorkTree();
    const hungry = await createSandbox({ mode: "bubblewrap", detection, limits });
    const result = await hungry.run(shell(tree.folder, "sleep 5"));
    // A disk that is nearly empty is never short of a tenth: then nothing is ended.
    expect(result.exceeded ?? "disk").toBe(what);
    if (what === "memory") expect(result).toMatchObject({ exceeded: "memory", timedOut: false });
  });

  it("keeps a home folder that is given, for the next command to find", async () => {
    using tree = aWorkTree();
    using home = aFolder();
    const sandbox = await createSandbox({ mode: "bubblewrap", detection });
    await sandbox.run(shell(tree.folder, "mkdir -p ~/.cache && echo kept >~/.cache/x", { home: home.path }));
    expect(readFileSync(join(home.path, ".cache/x"), "utf8")).toBe("kept\n");
    const second = await sandbox.run(shell(tree.folder, "cat ~/.cache/x", { home: home.path }));
    expect(second.stdout).toBe("kept\n");
  });

  it("finds the programs of the runner's tool caches, and cannot change them", async () => {
    using tree = aWorkTree();
    using machine = aFolder();
    const write = (path: string, text: string) => {
      mkdirSync(join(machine.path, path, ".."), { recursive: true });
      writeFileSync(join(machine.path, path), text, { mode: 0o755 });
    };
    write("tools/go/bin/go", "#!/bin/sh\necho go here\n");
    write(".cargo/bin/cargo", "#!/bin/sh\necho cargo here\n");
    write(".cargo/credentials.toml", "secret");
    const tools = findToolCaches({
      HOME: machine.path,
      RUNNER_TOOL_CACHE: join(machine.path, "tools"),
      PATH: `/usr/bin:${machine.path}/tools/go/bin:${machine.path}/.cargo/bin`,
    });
    const sandbox = await createSandbox({ mode: "bubblewrap", detection, tools });
    const line = `go; cargo; ls -A ${machine.path}/.cargo; echo x >"$(command -v go)"`;
    const result = await sandbox.run(shell(tree.folder, line));
    expect(result.stdout).toBe("go here\ncargo here\nbin\n");
    expect(result.stderr).toContain("Read-only");
  });
});

describe("a control group", () => {
  const request = { name: "gsd-test", memoryBytes: 8_000, processes: 5 };
  const write = (folder: string, files: Record<string, string>) => {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  const unified = (mount: string, root = "/") => `40 31 0:38 ${root} ${mount} rw - cgroup2 cgroup2 rw\n`;

  it("is made beside our own where that part of the tree is ours", async () => {
    using root = aFolder();
    write(join(root.path, "user/own"), {});
    write(join(root.path, "user"), { "cgroup.subtree_control": "cpu memory pids\n" });
    const place = findGroupPlace("0::/user/own\n", unified(root.path));
    expect(place).toEqual({ folder: join(root.path, "user"), version: 2 });
    const group = createMemoryGroup(request, place);
    expect(group?.procs).toBe(join(root.path, "user/gsd-test/cgroup.procs"));
    expect(readFileSync(join(root.path, "user/gsd-test/memory.max"), "utf8")).toBe("8000");
  });

  it("is made below our own where the kernel counts memory in the older way", () => {
    using root = aFolder();
    write(join(root.path, "own"), {});
    const mounts = `${unified("/nowhere")}35 31 0:32 /docker/1 ${root.path} rw - cgroup cgroup rw,memory\n`;
    const place = findGroupPlace("4:memory:/docker/1/own\n0::/\n", mounts);
    expect(place).toEqual({ folder: join(root.path, "own"), version: 1 });
    createMemoryGroup(request, place);
    expect(readFileSync(join(root.path, "own/gsd-test/memory.limit_in_bytes"), "utf8")).toBe("8000");
  });

  it("is left out where memory is not handed down, or nothing may be made", () => {
    using root = aFolder();
    write(join(root.path, "user/own"), {});
    write(join(root.path, "user"), { "cgroup.subtree_control": "cpu pids\n" });
    expect(findGroupPlace("0::/user/own\n", unified(root.path))).toBeUndefined();
    expect(findGroupPlace("", "")).toBeUndefined();
    expect(createMemoryGroup(request, { folder: "/proc", version: 2 })).toBeUndefined();
    expect(createMemoryGroup(request, undefined)).toBeUndefined();
  });

  it.each([
    [2, { "memory.events": "oom 1\noom_kill 0\n", "memory.current": "8999\n" }, false],
    [2, { "memory.events": "oom 1\noom_kill 3\n", "memory.current": "100\n" }, true],
    [2, { "memory.events": "oom_kill 0\n", "memory.current": "9001\n" }, true],
    [
      1,
      { "memory.oom_control": "under_oom 0\noom_kill 0\n", "memory.kmem.tcp.usage_in_bytes": "999\n" },
      false,
    ],
    [1, { "memory.oom_control": "under_oom 0\noom_kill 1\n" }, true],
    [1, { "memory.oom_control": "oom_kill 0\n", "memory.kmem.tcp.usage_in_bytes": "1001\n" }, true],
  ] as const)("of version %i with %j is over its limit: %s", (version, files, isOver) => {
    using root = aFolder();
    const group = createMemoryGroup(request, { folder: root.path, version });
    write(join(root.path, "gsd-test"), files);
    expect(group?.isExceeded()).toBe(isOver);
  });
});

describe.skipIf(!detection.available)("memory", () => {
  const line = "perl -e '$x = \"y\" x 400_000_000; sleep 3'";
  const limits = { memoryBytes: 150 * 1024 ** 2 };

  it.each(["with a control group, where there can be one", "without one"])(
    "is what a command was ended for that took too much of it, %s",
    async (how) => {
      if (!detection.available) return;
      using tree = aWorkTree();
      const tools = how === "without one" ? { ...detection.tools, groups: undefined } : detection.tools;
      const sandbox = await createSandbox({
        mode: "bubblewrap",
        detection: { available: true, tools },
        limits,
      });
      const result = await sandbox.run(shell(tree.folder, line));
      expect(result).toMatchObject({ exceeded: "memory", timedOut: false });
    },
  );

  it.each(["with a control group, where there can be one", "without one"])(
    "is not what the system keeps of files, %s",
    async (how) => {
      if (!detection.available) return;
      using tree = aWorkTree();
      const tools = how === "without one" ? { ...detection.tools, groups: undefined } : detection.tools;
      const sandbox = await createSandbox({
        mode: "bubblewrap",
        detection: { available: true, tools },
        limits: { memoryBytes: 1024 ** 3 },
      });
      const reading = "truncate -s 900M a b && cat a b a b | wc -c && sleep 0.5";
      expect(await sandbox.run(shell(tree.folder, reading, { timeoutMs: 120_000 }))).toMatchObject({
        code: 0,
        stdout: "3774873600\n",
      });
    },
  );

  it("that processes share is counted once", async () => {
    if (!detection.available) return;
    using tree = aWorkTree();
    const tools = { ...detection.tools, groups: undefined };
    const sandbox = await createSandbox({
      mode: "bubblewrap",
      detection: { available: true, tools },
      limits: { memoryBytes: 600 * 1024 ** 2 },
    });
    const forking = `perl -e '$x = "y" x 100_000_000; for (1 .. 12) { next if fork; sleep 2; exit } 1 while wait > 0'; echo done`;
    expect(await sandbox.run(shell(tree.folder, forking, { timeoutMs: 120_000 }))).toMatchObject({
      code: 0,
      stdout: "done\n",
    });
  });

  it("of the command's own part is not all that runs side by side may use", async () => {
    using tree = aWorkTree();
    const sandbox = await createSandbox({
      mode: "bubblewrap",
      detection,
      limits: { memoryBytes: 600 * 1024 ** 2 },
    });
    const result = await sandbox.run(shell(tree.folder, line, { memoryShare: 0.25 }));
    expect(result.exceeded).toBe("memory");
  });
});

describe.skipIf(!detection.available)("a repository that a command made up", () => {
  it.each([
    [
      "deeper than a path may be long",
      `perl -e 'for (1 .. 40) { mkdir "a" x 200; chdir "a" x 200 or last }'`,
    ],
    ["closed, in a folder that is closed too", "mkdir -p a/b; chmod 0 a; chmod 500 ..; chmod 0 ."],
    ["of many files", "seq 5000 | xargs touch"],
  ])("is gone afterwards: %s", async (_, line) => {
    using tree = aFolder();
    const sandbox = await createSandbox({ mode: "bubblewrap", detection });
    const result = await sandbox.run(shell(tree.path, `mkdir .git && cd .git && { ${line}; } && echo made`));
    expect(result.stdout).toBe("made\n");
    expect(existsSync(join(tree.path, ".git"))).toBe(false);
  });

  it("is not followed where it is a link", async () => {
    using tree = aFolder();
    using other = aFolder();
    writeFileSync(join(other.path, "kept"), "");
    const sandbox = await createSandbox({ mode: "bubblewrap", detection });
    await sandbox.run(shell(tree.path, `ln -s ${other.path} .git`));
    expect(existsSync(join(other.path, "kept"))).toBe(true);
    expect(lstatSync(join(tree.path, ".git"), { throwIfNoEntry: false })).toBeUndefined();
  });
});
