import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { findToolCaches } from "../../../crew/sandbox/find-tool-caches.ts";
import { createMemoryGroup } from "../../../crew/sandbox/memory-group.ts";
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
  const request = { name: "gsd-test", memoryBytes: 1_000, processes: 5 };

  it("is made beside our own where that part of the tree is ours", () => {
    using root = aFolder();
    mkdirSync(join(root.path, "user/own"), { recursive: true });
    writeFileSync(join(root.path, "user/cgroup.subtree_control"), "cpu memory pids\n");
    const group = createMemoryGroup(request, { mount: root.path, own: "/user/own" });
    expect(group?.procs).toBe(join(root.path, "user/gsd-test/cgroup.procs"));
    expect(readFileSync(join(root.path, "user/gsd-test/memory.max"), "utf8")).toBe("1000");
  });

  it("is left out where memory is not handed down, or nothing may be made", () => {
    using root = aFolder();
    mkdirSync(join(root.path, "user/own"), { recursive: true });
    expect(createMemoryGroup(request, { mount: root.path, own: "/user/own" })).toBeUndefined();
    writeFileSync(join(root.path, "user/cgroup.subtree_control"), "cpu pids\n");
    expect(createMemoryGroup(request, { mount: root.path, own: "/user/own" })).toBeUndefined();
    expect(existsSync(join(root.path, "user/gsd-test"))).toBe(false);
  });
});
