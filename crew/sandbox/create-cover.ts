import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import type { Binding } from "./bubblewrap-arguments.ts";
import { inside } from "./bubblewrap-arguments.ts";
import { findHidden } from "./find-hidden.ts";
import { findPrograms } from "./find-programs.ts";
import type { SandboxCommand } from "./sandbox.ts";

/** What stands over that which a command may not have. */
export interface Cover extends AsyncDisposable {
  bindings: Binding[];
  /** Whether the repository's history is hidden too: it holds every file. */
  hidesHistory: boolean;
  /** An empty folder of the host. */
  emptyFolder: string;
  /** The programs among it that somebody tried to run. */
  tried(): Promise<string[]>;
}

/** Where whoever runs such a program leaves its name. */
const triedInside = "/run/gsd-tried";

const refusal = `#!/bin/sh
: >"${triedInside}/\${0##*/}" 2>/dev/null
echo "\${0##*/}: not permitted here. If you cannot do without it, ask for it under \\"permissions\\" of your answer." >&2
exit 126
`;

/** Covers files and programs for one command; undefined where it may have all there is. */
export async function createCover(
  { withheld, cwd, layers = [] }: SandboxCommand,
  host: { programs: readonly string[]; isVisible: (path: string) => boolean },
): Promise<Cover | undefined> {
  if (!withheld) return undefined;
  const layer = layers.find(({ at }) => at === cwd);
  const hidden = withheld.file && findHidden(layer ? [layer.upper, layer.lower] : [cwd], withheld.file);
  const programs = withheld.program ? findPrograms(host.programs, withheld.program) : [];
  const scratch = await createScratch("cover");
  const places = await makePlaces(scratch.path);
  const over = (host: string) => (path: string) => ({ host, inside: path, writable: false });
  const inTree = (path: string) => `${inside.tree}/${path}`;
  return {
    bindings: [
      ...(hidden?.folders ?? []).map(inTree).map(over(places.folder)),
      ...(hidden?.files ?? []).map(inTree).map(over(places.file)),
      ...programs.filter(host.isVisible).map(over(places.program)),
      ...(programs.length > 0 ? [{ host: places.tried, inside: triedInside, writable: true }] : []),
    ],
    hidesHistory: hidden !== undefined && hidden.folders.length + hidden.files.length > 0,
    emptyFolder: places.folder,
    // Names only: whatever a command put there, nothing of it is opened.
    tried: async () => (await readdir(places.tried)).slice(0, 100),
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}

async function makePlaces(scratch: string) {
  const [folder, tried, file, program] = ["folder", "tried", "file", "program"].map((name) =>
    join(scratch, name),
  ) as [string, string, string, string];
  await Promise.all([mkdir(folder), mkdir(tried), writeFile(file, ""), writeFile(program, refusal)]);
  await Promise.all([chmod(folder, 0o555), chmod(tried, 0o777), chmod(file, 0o444), chmod(program, 0o555)]);
  return { folder, tried, file, program };
}
