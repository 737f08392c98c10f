import type { Api } from "./api.ts";
import { encodePath } from "./parts.ts";
import type { Ref } from "./types.ts";

/** Tells a ref from the path behind it: both may hold slashes, so the longest branch or tag that fits wins. */
export async function splitRef(api: Api, repo: string, rest: string): Promise<{ ref: string; path: string }> {
  const first = rest.split("/")[0] ?? "";
  const found = await Promise.all(
    ["heads", "tags"].map((kind) =>
      api.find<Ref[]>(`/repos/${repo}/git/matching-refs/${kind}/${encodePath(first)}`),
    ),
  );
  const names = found.flatMap((refs) =>
    (refs ?? []).map(({ ref }) => ref.replace(/^refs\/(?:heads|tags)\//, "")),
  );
  const [ref = first] = names
    .filter((name) => rest === name || rest.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length);
  return { ref, path: rest.slice(ref.length + 1) };
}
