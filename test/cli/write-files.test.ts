import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFiles } from "../../cli/init/write-files.ts";

const module = fileURLToPath(new URL("../../cli/init/write-files.ts", import.meta.url));

/** A process that writes so many files of so many bytes below a folder. */
const program = (folder: string, { count, bytes }: { count: number; bytes: number }) => `
  import { writeFiles } from ${JSON.stringify(module)};
  const files = Array.from({ length: ${count} }, (_, at) => ({ path: ".github/deep/" + at, text: "x".repeat(${bytes}) }));
  await writeFiles(${JSON.stringify(folder)}, files).catch((error) => {
    console.error(error.code, error.message);
    process.exit(1);
  });
`;
const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));
const bwrap = "/usr/bin/bwrap";
/** A disk of one's own takes bubblewrap; where it is missing, these tests are left out. */
const noDisk = existsSync(bwrap) ? "" : ` (${bwrap} is not installed)`;
const asModule = (text: string) => ["--input-type=module", "--eval", text];

describe("files that belong together", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "gsd-write-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("are all there, or none is, when Ctrl-C comes in the middle", async () => {
    const child = spawn(process.execPath, asModule(program(folder, { count: 5_000, bytes: 20_000 })));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const stage = () => readdirSync(folder).find((name) => name.startsWith(".gsd-init-"));
    const staged = () => readdirSync(join(folder, stage() ?? "")).length;
    while (child.exitCode === null && (stage() === undefined || staged() < 10))
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(noDisk)(`are not written at all on a full disk${noDisk}`, () => {
    const disk = ["--size", "65536", "--tmpfs", folder];
    const then = `${program(folder, { count: 20, bytes: 10_000 })}`;
    const look = `import("node:fs").then((fs) => process.on("exit", () => console.log(JSON.stringify(fs.readdirSync(${JSON.stringify(folder)})))));`;
    const command = [process.execPath, ...asModule(`${look}\n${then}`)];
    const { stdout, stderr, status } = spawnSync(bwrap, ["--dev-bind", "/", "/", ...disk, ...command], {
      encoding: "utf8",
    });
    expect(stderr).toContain(`install Nothing was written in ${folder}: the disk is full. Free some space`);
    expect({ status, left: stdout.trim() }).toEqual({ status: 1, left: "[]" });
  });

  it.skipIf(noDisk).each([
    ["full", /the disk is full\. Free some space, then run it again\.$/],
    ["read-only", /the disk is read-only\. Use a clone on a disk that you can write to\.$/],
  ])(
    `are what gsd init cannot write on a disk that is %s, and it says the way out${noDisk}`,
    (kind, words) => {
      const repository = kind === "full" ? folder : join(folder, "clone");
      if (kind !== "full") spawnSync("git", ["init", "--quiet", repository]);
      const place =
        kind === "full" ? ["--size", "262144", "--tmpfs", folder] : ["--ro-bind", repository, repository];
      const prepare =
        kind === "full" ? "git init --quiet; dd if=/dev/zero of=big bs=4096 count=64 2>/dev/null;" : "";
      const init = `'${process.execPath}' '${main}' init --yes --pin gsd/gsd@${"a".repeat(40)}`;
      const script = `cd '${repository}'; ${prepare} ${init} >/dev/null; code=$?; ls -A; exit $code`;
      const { stdout, stderr, status } = spawnSync(
        bwrap,
        ["--dev-bind", "/", "/", ...place, "sh", "-c", script],
        {
          encoding: "utf8",
        },
      );
      expect(stderr.trim()).toMatch(words);
      expect({ status, left: stdout.trim().split("\n") }).toEqual({
        status: 1,
        left: kind === "full" ? [".git", "big"] : [".git"],
      });
    },
  );

  it("are taken back when one of them has no place", () => {
    mkdirSync(join(folder, ".github/deep"), { recursive: true });
    writeFileSync(join(folder, ".github/deep/0"), "mine");
    // A folder where the third file should go, which has a file of somebody's: it cannot be moved away and back unseen.
    writeFileSync(join(folder, "blocked"), "");
    const files = `[{ path: ".github/deep/0", text: "new" }, { path: ".github/new/1", text: "new" }, { path: "blocked/2", text: "new" }]`;
    const text = `import { writeFiles } from ${JSON.stringify(module)};
      await writeFiles(${JSON.stringify(folder)}, ${files}).catch(() => process.exit(1));`;
    const { status } = spawnSync(process.execPath, asModule(text));
    expect(status).toBe(1);
    expect(readFileSync(join(folder, ".github/deep/0"), "utf8")).toBe("mine");
    expect(existsSync(join(folder, ".github/new"))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual([".github", "blocked"]);
  });

  it.each<[string, () => void, RegExp]>([
    [
      "a folder is in a file's place",
      () => mkdirSync(join(folder, ".github/gsd.yml"), { recursive: true }),
      /\.github\/gsd\.yml is a folder, and gsd needs a file there/,
    ],
    [
      "a folder is a link that leads out of the repository",
      () => symlinkSync(mkdtempSync(join(tmpdir(), "gsd-elsewhere-")), join(folder, ".github")),
      /\.github is a symbolic link, and gsd needs a folder there/,
    ],
    [
      "a folder is a file",
      () => writeFileSync(join(folder, ".github"), "mine"),
      /\.github is a file, and gsd needs a folder there/,
    ],
  ])("are refused where %s, which stays as it is", async (_, make, words) => {
    make();
    const before = lstatSync(join(folder, ".github"));
    const files = [
      { path: "first", text: "new" },
      { path: ".github/gsd.yml", text: "new" },
    ];
    await expect(writeFiles(folder, files)).rejects.toThrow(words);
    expect(readdirSync(folder)).toEqual([".github"]);
    expect(lstatSync(join(folder, ".github")).mode).toBe(before.mode);
    if (before.isDirectory()) expect(readdirSync(join(folder, ".github"))).toEqual(["gsd.yml"]);
    else if (before.isSymbolicLink()) expect(readdirSync(realpathSync(join(folder, ".github")))).toEqual([]);
  });
});
