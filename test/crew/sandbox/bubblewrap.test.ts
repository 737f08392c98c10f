import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, sealed, shell, whyNot } from "./sandboxes.ts";

describe.skipIf(!detection.available)(`bubblewrap${whyNot}`, () => {
  it("runs a command in the work tree, with its input, exit code and both outputs", async () => {
    using tree = aWorkTree();
    const result = await sealed.run(
      shell(tree.folder, "cat; cat src/a.txt; echo note >&2; exit 3", { stdin: "hi\n" }),
    );
    expect(result).toMatchObject({
      code: 3,
      stdout: "hi\none\n",
      stderr: "note\n",
      timedOut: false,
      outputCut: false,
    });
  });

  it("lets the command change the work tree, below a folder that only its owner may enter", async () => {
    using tree = aWorkTree();
    expect(statSync(tree.root).mode & 0o077).toBe(0);
    const result = await sealed.run(
      shell(tree.folder, "echo two >>src/a.txt && mkdir new && echo n >new/file"),
    );
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(tree.folder, "src/a.txt"), "utf8")).toBe("one\ntwo\n");
    expect(readFileSync(join(tree.folder, "new/file"), "utf8")).toBe("n\n");
    expect(tree.git("status", "--porcelain")).toContain("new/");
  });

  it("is nobody special inside, on a root host too, and has a name and a home", async () => {
    using tree = aWorkTree();
    const line =
      "id -u; whoami; grep -c . /etc/passwd; touch ~/x && echo home; grep CapEff /proc/self/status";
    const { stdout } = await sealed.run(shell(tree.folder, line));
    expect(stdout).toBe("1000\nagent\n1\nhome\nCapEff:\t0000000000000000\n");
    const host = statSync(join(tree.folder, "src/a.txt")).uid;
    expect(host).not.toBe(0);
  });

  it("shows nothing of our environment, processes or open files", async () => {
    using tree = aWorkTree();
    process.env["GSD_TEST_CANARY"] = "canary-value";
    const look =
      "cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n'; ls /proc | grep -c '^[0-9]'";
    const { stdout } = await sealed.run(shell(tree.folder, look, { env: { GSD_JOB_KIND: "task" } }));
    delete process.env["GSD_TEST_CANARY"];
    expect(stdout).toContain("GSD_JOB_KIND=task");
    expect(stdout).not.toContain("canary-value");
    expect(stdout).not.toContain("vitest");
    expect(Number(stdout.trim().split("\n").at(-1))).toBeLessThan(8);
    const open = await sealed.run(shell(tree.folder, "for f in /proc/self/fd/*; do readlink $f; done"));
    expect(
      open.stdout.split("\n").filter((name) => !/^(socket:|\/dev\/null|\/proc\/\d+\/fd|\/repo|$)/.test(name)),
    ).toEqual([]);
  });

  it("cannot write outside the work tree, nor into .git, nor read other folders of the host", async () => {
    using tree = aWorkTree();
    writeFileSync(join(tree.root, "secret"), "canary-value");
    const attempts = [
      "echo x >.git/hooks/pre-commit",
      "git config core.fsmonitor evil",
      "mv .git gone",
      "rm -rf .git && echo removed",
      "echo x >/usr/bin/gsd-test",
      "echo x >/gsd-test",
      `cat ${tree.root}/secret`,
      "cat /etc/shadow",
      "ls /root /var /run",
      "ln -s /root link && ls link/",
      "mount -t tmpfs none /tmp",
      "unshare --user true",
    ];
    for (const line of attempts) {
      const result = await sealed.run(shell(tree.folder, line));
      expect(result.code, line).not.toBe(0);
      expect(result.stdout, line).toBe("");
    }
    expect(tree.git("log", "--oneline")).toContain("start");
    expect(tree.git("fsck")).toBe("");
  });

  it("has no network, not even the host's own services", async () => {
    using tree = aWorkTree();
    let requests = 0;
    const server = createServer((_, response) => response.end(String(requests++))).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (host: string) =>
      `node -e 'require("net").connect(${port}, "${host}").on("error", (e) => { console.log(e.code); process.exit(7) })'`;
    for (const host of ["127.0.0.1", "localhost", "169.254.169.254", "1.1.1.1"]) {
      const result = await sealed.run(shell(tree.folder, ask(host)));
      expect(result.code, `${host} ${result.stdout}${result.stderr}`).toBe(7);
    }
    server.close();
    expect(requests).toBe(0);
  });

  it("shows and opens exactly the further folders that it is told to", async () => {
    using tree = aWorkTree();
    for (const name of ["tools", "cache"]) mkdirSync(join(tree.root, name));
    writeFileSync(join(tree.root, "tools/tool"), "a tool\n");
    const { root } = tree;
    const result = await sealed.run(
      shell(tree.folder, `cat ${root}/tools/tool /tools/tool; echo x >${root}/tools/y; echo kept >/cache/z`, {
        readOnly: [join(root, "tools"), { host: join(root, "tools"), inside: "/tools" }],
        writable: [{ host: join(root, "cache"), inside: "/cache" }],
      }),
    );
    expect(result.stdout).toBe("a tool\na tool\n");
    expect(result.stderr).toContain("Read-only");
    expect(existsSync(join(root, "tools/y"))).toBe(false);
    expect(readFileSync(join(root, "cache/z"), "utf8")).toBe("kept\n");
  });

  it("holds limits on processes, file size and memory files", async () => {
    using tree = aWorkTree();
    const small = await createSandbox({
      ...{ mode: "bubblewrap", detection },
      limits: { processes: 20, fileBytes: 100_000, tmpBytes: 1_000_000 },
    });
    const forks = await small.run(
      shell(tree.folder, "for i in $(seq 60); do sleep 5 & done; echo all started"),
    );
    expect(forks.stdout).not.toContain("all started");
    expect(forks.stderr).toMatch(/fork/i);
    const big = await small.run(shell(tree.folder, "head -c 200000 /dev/zero >big"));
    expect(big.code).not.toBe(0);
    expect(statSync(join(tree.folder, "big")).size).toBeLessThanOrEqual(100_000);
    const fill = "for i in $(seq 30); do head -c 90000 /dev/zero >/tmp/$i || exit 9; done";
    expect((await small.run(shell(tree.folder, fill))).code).toBe(9);
  });
});
