import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../cli/run-command-line.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A command line that is refused, or answered, before any work begins. */
async function say(...args: string[]) {
  let [stdout, stderr] = ["", ""];
  const status = await runCommandLine(args, {
    out: (text) => (stdout += text),
    error: (text) => (stderr += text),
    columns: 80,
    isInteractive: false,
    hasColours: false,
  });
  return { status, stdout, stderr };
}

/** The same in a process of its own, as people start it; `path` is their PATH. */
function start(args: string[], path = process.env["PATH"] ?? ""): SpawnSyncReturns<string> {
  const options = { cwd: root, encoding: "utf8", env: { ...process.env, PATH: path } } as const;
  return spawnSync(process.execPath, ["cli/gsd.mjs", ...args], options);
}

describe("the command line refuses", () => {
  it.each([
    [["frob"], 2, /^gsd: There is no command frob\. `gsd help` lists all commands\.$/],
    [["dmo"], 2, /There is no command dmo; did you mean demo\?/],
    [["help", "dmo"], 2, /There is no command dmo; did you mean demo\?/],
    [["--nope"], 2, /gsd has no option --nope; options come behind a command\./],
    [["demo", "--nope"], 2, /^gsd: demo has no option --nope\. `gsd help demo` shows its options\.$/],
    [["init", "--dryrun"], 2, /init has no option --dryrun; did you mean --dry-run\?/],
    [["local", "here"], 2, /local takes nothing but options\./],
    [["status", "1", "2"], 2, /status takes one argument\./],
    [
      ["run", "research", "Where", "is", "it?"],
      2,
      /run takes 2 arguments; put what has spaces into quotes\./,
    ],
    [["simulate"], 2, /simulate needs <issue>: the number of an issue, or a Markdown file/],
    [["completion", "tcsh"], 2, /<shell> is bash, zsh or fish, not "tcsh"\./],
    [["cost", "--by", "year"], 2, /--by takes day, week, model or track, not "year"\./],
    [["cost", "--by"], 2, /--by needs a value: --by <what>\./],
    [["run", "quick", "x", "--engine", "gpt"], 2, /--engine takes claude-code, .* or script, not "gpt"\./],
    [
      ["local", "--port", "70000"],
      2,
      /--port takes a number from 0 to 65535 \(0: any free one\), not "70000"/,
    ],
    [["local", "--parallel", "many"], 2, /--parallel takes a number from 1 to 64, not "many"/],
    [["demo", "--job-start", "soon"], 2, /--job-start takes seconds, a number from 0 to 600, not "soon"/],
    [
      ["demo", "--report", "/nowhere/x.json"],
      2,
      /--report names \/nowhere\/x\.json, and gsd cannot write there/,
    ],
    [["local", "--record", "/tmp"], 2, /--record names \/tmp, and gsd cannot write there \(it is a folder\)/],
    [["local", "--engine", "gpt"], 2, /gsd local has no engine "gpt"; it has only script/],
    [
      ["local", "--repo", "/nowhere"],
      2,
      /There is no folder \/nowhere; --repo takes the path of a git repository/,
    ],
    [["local", "--repo", "/usr"], 2, /\/usr is not a git repository with a branch checked out/],
    [["init", "--engine", "gpt"], 2, /--engine takes claude-code, .*, not "gpt"/],
    [["init", "--yes", "--runner", "windows-2025"], 2, /needs a runner with Linux/],
    [["init", "--yes", "--runner", "a b"], 2, /--runner takes a label/],
    [["init", "--yes", "--pin", "a/b@v1"], 2, /--pin takes OWNER\/NAME@<commit>/],
    [["init"], 2, /no terminal to ask on: say --yes/],
    [["status", "first"], 2, /ISSUE takes the number of an issue/],
    [["audit", "--since", "2026-02-30"], 2, /--since takes a day such as 2026-11-16/],
    [["status", "--repo", "tally"], 2, /--repo takes OWNER\/NAME/],
  ])("gsd %j", async (args, code, words) => {
    const { status, stdout, stderr } = await say(...args);
    expect(stderr.trimEnd()).toMatch(words);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it.each([[["local"]], [["local", "--repo", "."]], [["demo", "--once"]]])("gsd %j without git", (args) => {
    const { status, stderr } = start(args, "/nonexistent");
    expect(stderr).toBe(
      "gsd: git is not installed or not on the PATH. Install git 2.38 or newer and start again.\n",
    );
    expect(status).toBe(1);
  });

  it("a port that is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const { status, stderr } = start(["local", "--port", String(port)]);
    server.close();
    expect(stderr).toContain(
      `gsd: Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another port`,
    );
    expect(status).toBe(1);
  });

  it("to end with a stack when nobody reads on, or the disk is full", () => {
    const through = (rest: string) =>
      spawnSync("bash", ["-c", `set -o pipefail; "$0" cli/gsd.mjs help ${rest}`, process.execPath], {
        cwd: root,
        encoding: "utf8",
      });
    expect(through("| true")).toMatchObject({ status: 0, stderr: "" });
    const full = through("> /dev/full");
    expect(full.stderr).toMatch(/^gsd: The output cannot be written \(ENOSPC: .*Make room there/);
    expect(full.status).toBe(1);
  });

  it("nothing, when it is asked for help", async () => {
    const asked = { "": [], help: ["help"], local: ["local", "--help"], demo: ["help", "demo"] };
    for (const [name, args] of Object.entries(asked)) {
      expect(await say(...args)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(name === "help" ? "Usage: gsd" : `Usage: gsd ${name}`),
        stderr: "",
      });
    }
  });

  it("none of the commands that people are told of", async () => {
    const { stdout } = await say("help");
    const names = "init doctor validate simulate status cost audit run local demo help".split(" ");
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
  });
});
