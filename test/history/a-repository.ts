import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";
import { createStream, type Stream } from "./a-history.ts";
import type { ModelTree } from "./a-model.ts";

/** One repository for very many histories, which are all written by one process. */
export async function aRepository() {
  const root = mkdtempSync(join(tmpdir(), "gsd-histories-"));
  const folder = join(root, "tree");
  mkdirSync(folder);
  const git = createGit({ folder });
  await git("init", "--quiet");
  let imports = 0;

  /** Writes what a stream holds; says what each of its marks became. */
  async function write(stream: Stream): Promise<(mark: number) => string> {
    imports += 1;
    const marks = join(root, `marks-${imports}`);
    await git.feed(stream.text(), "fast-import", "--quiet", "--force", `--export-marks=${marks}`);
    const shas = new Map(
      readFileSync(marks, "utf8")
        .split("\n")
        .map((line) => line.slice(1).split(" ") as [string, string]),
    );
    return (mark) => shas.get(String(mark)) ?? "";
  }

  /** The ids of trees as git would write them. */
  async function treesOf(models: readonly ModelTree[]): Promise<string[]> {
    if (models.length === 0) return [];
    const stream = createStream();
    const marks = models.map((model) => stream.commit(model, []));
    const shaOf = await write(stream);
    const asked = marks.map((mark) => `${shaOf(mark)}^{tree}\n`).join("");
    const said = await git.feed(asked, "cat-file", "--batch-check=%(objectname)");
    return said.toString().trim().split("\n");
  }

  return {
    root,
    folder,
    git,
    write,
    treesOf,
    checkOut: (sha: string) => git("checkout", "--quiet", "--force", "--detach", sha),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
