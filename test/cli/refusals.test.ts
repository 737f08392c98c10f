import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the command line as people do; `path` is their PATH. */
function gsd(args: string[], path = process.env["PATH"] ?? "") {
  const options = { cwd: root, encoding: "utf8", env: { ...process.env, PATH: path } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["cli/main.ts", ...args], options);
  return { status, stdout, stderr };
}

describe("the command line refuses", () => {
  it.each([
    [
      ["frob"],
      2,
      /unknown command 'frob'\. `gsd help` lists all commands, `gsd help <command>` its options\./,
    ],
    [["dmo"], 2, /unknown command 'dmo' \(Did you mean demo\?\)/],
    [["demo", "--nope"], 2, /unknown option '--nope'/],
    [["local", "here"], 2, /too many arguments for 'local'/],
    [
      ["local", "--port", "70000"],
      2,
      /--port takes a number from 0 to 65535 \(0: any free one\), not "70000"/,
    ],
    [["local", "--parallel", "many"], 2, /--parallel takes a number from 1 to 64, not "many"/],
    [["demo", "--job-start", "soon"], 2, /--job-start takes seconds, a number from 0 to 600, not "soon"/],
    [["local", "--engine", "gpt"], 2, /gsd local has no engine "gpt"; it has only script/],
    [
      ["local", "--repo", "/nowhere"],
      2,
      /There is no folder \/nowhere; --repo takes the path of a git repository/,
    ],
    [["local", "--repo", "/usr"], 2, /\/usr is not a git repository with a branch checked out/],
  ])("gsd %j", (args, code, words) => {
    const { status, stdout, stderr } = gsd(args);
    expect(stderr).toMatch(words);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  });

  it.each([[["local"]], [["local", "--repo", "."]], [["demo", "--once"]]])("gsd %j without git", (args) => {
    const { status, stderr } = gsd(args, "/nonexistent");
    expect(stderr).toBe(
      "gsd: git is not installed or not on the PATH. Install git 2.38 or newer and start again.\n",
    );
    expect(status).toBe(1);
  });

  it("a port that is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const { status, stderr } = gsd(["local", "--port", String(port)]);
    server.close();
    expect(stderr).toContain(
      `gsd: Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another port`,
    );
    expect(status).toBe(1);
  });

  it("nothing, when it is asked for help", () => {
    const asked = { "": [], help: ["help"], local: ["local", "--help"], demo: ["help", "demo"] };
    for (const [name, args] of Object.entries(asked)) {
      expect(gsd(args)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(name === "help" ? "Usage: gsd" : `Usage: gsd ${name}`),
        stderr: "",
      });
    }
  });
});
