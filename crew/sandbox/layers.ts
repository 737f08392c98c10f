import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** A folder that is laid over another one: whoever works at `at` finds what `lower` holds and changes only `upper`. */
export interface Layer {
  /** An empty folder; it holds something only for the command that it is mounted for. */
  at: string;
  lower: string;
  upper: string;
  /** Of the kernel's, beside `upper`. */
  work: string;
}

const places = ["/usr/bin", "/bin"];
const [unshare, mount] = ["unshare", "mount"].map((name) =>
  places.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)),
);

const mountAll = `while [ "$1" != -- ]; do ${mount} -t overlay gsd -o "$1" "$2" || exit 125; shift 2; done; shift; exec "$@"`;

/** A command for which layers are mounted: in a mount namespace of its own, which goes with its last process. */
export function withLayersMounted(layers: readonly Layer[], argv: string[]): string[] {
  if (layers.length === 0 || !unshare) return argv;
  const asRoot = process.getuid?.() === 0;
  const alone = asRoot ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
  const mounts = layers.flatMap(({ at, lower, upper, work }) => {
    const folders = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
    return [asRoot ? folders : `userxattr,${folders}`, at];
  });
  return [unshare, ...alone, "--", "/bin/sh", "-c", mountAll, "gsd", ...mounts, "--", ...argv];
}

/** A new layer over a folder, in a place of its own. */
export async function createLayer(place: string, lower: string): Promise<Layer> {
  const layer = { at: place, lower, upper: `${place}.upper`, work: `${place}.work` };
  for (const folder of [layer.at, layer.upper, layer.work]) await mkdir(folder, { recursive: true });
  return layer;
}

/** A layer to find out with whether this host mounts them; none where it surely does not. */
export async function probeLayer(folder: string, lower: string): Promise<Layer | undefined> {
  // The kernel reads these in a list: a name with one of its separators would be several.
  if (!unshare || !mount || /[,:\\\n]/.test(folder + lower)) return undefined;
  return await createLayer(join(folder, "probe"), lower);
}
