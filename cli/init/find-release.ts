import { connectSettings } from "../../adapters/github/connect-settings.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { copyPaths } from "../../core/install/copy.ts";
import { parsePin } from "../../core/install/remote.ts";
import type { Release } from "../../core/install/stub.ts";
import { product } from "../../core/product.ts";
import { explainGitHub } from "../explain-github.ts";

/** The value of `--pin`. */
export function parsePinOption(text: string): Release {
  const pin = parsePin(text);
  if (pin) return pin;
  throw new GsdError(
    "usage",
    `--pin takes OWNER/NAME@<commit>, with all 40 digits of the commit, not "${text}".`,
  );
}

/** The release that a stub should pin: this version's own, or the newest where it has none. */
export async function findRelease(apiUrl: string, token: string | undefined): Promise<Release> {
  const [owner = "", name = ""] = product.repository.split("/");
  const { github } = connectSettings({ apiUrl, token }, { owner, name });
  try {
    const own = await github.commit(`tags/${product.tag}`);
    if (own) return { repository: product.repository, sha: own.sha, version: product.version };
    const newest = await github.newestRelease(product.repository);
    if (newest) return newest;
  } catch (error) {
    const why = explainGitHub(error, apiUrl);
    if (!(why instanceof GsdError)) throw why;
    throw new GsdError(
      "unavailable",
      `${why.message} gsd has to know which release to pin; without GitHub, say it: --pin ${product.repository}@<commit>`,
    );
  }
  throw new GsdError(
    "not-found",
    `${product.repository} has no release that could be pinned. Make one (docs/install.md), then say it: --pin OWNER/NAME@<commit>`,
  );
}

/** Our workflows as a release has them, by path: what is copied fits the action that it calls. */
export async function readOriginals(
  apiUrl: string,
  token: string | undefined,
  { repository, sha }: Release,
): Promise<Record<string, string>> {
  const [owner = "", name = ""] = repository.split("/");
  const { github } = connectSettings({ apiUrl, token }, { owner, name });
  const texts: Record<string, string> = {};
  for (const path of Object.keys(copyPaths)) {
    const file = await github.readFile(path, sha).catch((error: unknown) => {
      throw explainGitHub(error, apiUrl);
    });
    if (!file)
      throw new GsdError(
        "not-found",
        `${repository} has no ${path} at ${sha} to copy, or your token does not show it. Check the commit after --pin.`,
      );
    texts[path] = file.text;
  }
  return texts;
}
