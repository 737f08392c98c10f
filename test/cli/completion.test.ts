import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scriptFor = (shell: string) =>
  spawnSync(process.execPath, ["cli/gsd.mjs", "completion", shell], { cwd: root, encoding: "utf8" });

describe("completion", () => {
  const { stdout } = scriptFor("bash");

  it.each([
    [["gsd", "a"], ["audit"]],
    [
      ["gsd", "audit", "--ac"],
      ["--actor", "--action"],
    ],
    [["gsd", "audit", "--action", "me"], ["merge"]],
    [
      ["gsd", "cost", "--by", ""],
      ["day", "week", "model", "track"],
    ],
    [["gsd", "completion", "z"], ["zsh"]],
    [["gsd", "help", "st"], ["status"]],
  ])("bash completes %j", (words, offers) => {
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _gsd; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const bash = spawnSync("bash", ["--norc"], { input: `${stdout}\n${ask}\n`, encoding: "utf8" });
    expect(bash.stdout.trim().split("\n")).toEqual(offers);
  });

  it.each(["zsh", "fish"])("%s hears of every command", (shell) => {
    const script = scriptFor(shell).stdout;
    for (const command of ["status", "cost", "audit", "demo", "local", "completion"])
      expect(script).toContain(command);
    expect(script.split("'").length % 2).toBe(1);
  });

  it("of another shell is refused", () => {
    expect(scriptFor("tcsh")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/bash, zsh or fish/),
    });
  });
});
