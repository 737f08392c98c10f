import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { openly, sealed, shell } from "./sandboxes.ts";

function aHome() {
  const path = mkdtempSync(join(tmpdir(), "gsd-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe.each([
  ["in the sandbox", sealed],
  ["without one", openly],
])("files for a command %s", (_, sandbox) => {
  it("are there when it starts, whatever their text", async () => {
    using tree = aWorkTree();
    const files = { "a.json": `{"a": "$HOME 'b' %s\\n"}`, ".tool/deep/settings": "--\nlast line\n" };
    const line = 'cat "$HOME/a.json" "$HOME/.tool/deep/settings"';
    const result = await sandbox.run(shell(tree.folder, line, { files }));
    expect(result).toMatchObject({ code: 0, stdout: Object.values(files).join("") });
  });

  it("take the place of what an earlier command left in a home that is kept", async () => {
    using tree = aWorkTree();
    using home = aHome();
    writeFileSync(join(tree.folder, "notes.md"), "theirs");
    const trap = 'ln -s "$PWD/notes.md" "$HOME/settings"; echo old >"$HOME/policy"; chmod 0 "$HOME/policy"';
    await sandbox.run(shell(tree.folder, trap, { home: home.path }));
    const files = { settings: "ours", policy: " too" };
    const second = shell(tree.folder, 'cat "$HOME/settings" "$HOME/policy"', { home: home.path, files });
    expect(await sandbox.run(second)).toMatchObject({ code: 0, stdout: "ours too" });
    expect(readFileSync(join(tree.folder, "notes.md"), "utf8")).toBe("theirs");
  });

  it("keep it from starting when they cannot be written", async () => {
    using tree = aWorkTree();
    using home = aHome();
    await sandbox.run(shell(tree.folder, 'touch "$HOME/folder"', { home: home.path }));
    const second = shell(tree.folder, "echo started", { home: home.path, files: { "folder/file": "x" } });
    const result = await sandbox.run(second);
    expect(result).toMatchObject({ code: 125, stdout: "" });
    expect(result.stderr).toMatch(/gsd: .*folder\/file cannot be written/);
  });
});
