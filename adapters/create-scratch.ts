import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of one's own, for a while. */
export interface Scratch extends AsyncDisposable {
  path: string;
}

/** Makes a folder that only this user may enter; `await using` removes it with all that is in it. */
export async function createScratch(name: string): Promise<Scratch> {
  const path = await mkdtemp(join(tmpdir(), `gsd-${name}-`));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
