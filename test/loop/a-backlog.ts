import type { Track } from "../../core/model/track.ts";
import type { Mode } from "../../local/render-stub.ts";
import { createStage, type Stage } from "../faults/in-process.ts";

const settings = "version: 1\nengine: script\nscript: none\nsandbox: off\n";

/** A repository with these settings and files besides the usual ones. */
export async function aBacklog(mode: Mode, more: string, files: Record<string, string> = {}): Promise<Stage> {
  const stage = await createStage(mode);
  await write(stage, { ".github/gsd.yml": `${settings}${more}`, ...files });
  return stage;
}

/** Somebody changes files on the default branch; one without text is deleted. */
export async function write(stage: Stage, files: Record<string, string | undefined>): Promise<void> {
  const { rest } = stage.people.maintainer.octokit;
  for (const [path, text] of Object.entries(files)) {
    const at = { ...placeOf(stage), path };
    const { data } = await rest.repos.getContent(at).catch(() => ({ data: {} }));
    const sha = "sha" in data ? { sha: String(data.sha) } : {};
    if (text === undefined) await rest.repos.deleteFile({ ...at, message: "gone", sha: sha.sha ?? "" });
    else {
      const content = Buffer.from(text).toString("base64");
      await rest.repos.createOrUpdateFileContents({ ...at, message: "write", content, ...sha });
    }
  }
  await stage.idle();
}

export function placeOf({ repo }: Stage): { owner: string; repo: string } {
  const [owner = "", name = ""] = repo.split("/");
  return { owner, repo: name };
}

export function repoOf({ forge, repo }: Stage) {
  const found = forge.world.repos.get(repo);
  if (!found) throw new Error("there is a repository");
  return found;
}

/** What the ledger says. */
export async function ledgerFile<T = Track>({ forge, repo }: Stage, path: string): Promise<T | undefined> {
  const text = await forge.actions.readFile(repo, "gsd/ledger", path);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** The issues that are dashboards, by their marker. */
export function dashboards(stage: Stage) {
  return [...repoOf(stage).issues.values()].filter(({ body }) => body?.includes("<!-- gsd:dashboard"));
}

/** Issues that have a track. */
export function tracksIn(stage: Stage): Promise<number[]> {
  const numbers = [...repoOf(stage).issues.keys()];
  return Promise.all(
    numbers.map(async (number) => ((await ledgerFile(stage, `tracks/${number}.json`)) ? [number] : [])),
  ).then((found) => found.flat());
}
