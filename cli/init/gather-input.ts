import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findRoot } from "../../adapters/find-root.ts";
import { copyPaths } from "../../core/install/copy.ts";
import type { InstallInput } from "../../core/install/plan-install.ts";
import { type Release, stubTemplates } from "../../core/install/stub.ts";
import type { Config } from "../../core/model/config.ts";
import { product } from "../../core/product.ts";
import type { Clone } from "../find-clone.ts";
import type { ChoiceFlags } from "./choose.ts";
import type { GitHubView } from "./look-at-github.ts";
import { isOverwritten } from "./overwrite.ts";
import { readText, surveyClone } from "./survey-clone.ts";

interface Findings {
  clone: Clone;
  github: GitHubView;
  release: Release;
  kept: Config | undefined;
  options: Pick<ChoiceFlags, "overwrite">;
}

/** What an installation is made from, but for what is copied. */
export async function gatherInput({
  clone,
  github,
  release,
  kept,
  options,
}: Findings): Promise<InstallInput> {
  const root = findRoot(import.meta.dirname);
  const input: InstallInput = {
    survey: await surveyClone(clone.folder),
    release,
    isPrivate: github.facts?.isPrivate ?? true,
    defaultBranch: github.facts?.defaultBranch ?? (clone.branch || "main"),
    product,
    templates: readTemplates(join(root, "cli", "templates")),
    there: readThere(clone.folder, options),
    originals: {},
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  };
  return kept ? { ...input, kept } : input;
}

/** Workflow files of ours that are there, and are not to be written anew. */
function readThere(folder: string, options: Findings["options"]): Record<string, string> {
  const ours = [...Object.keys(stubTemplates.action), ...Object.values(copyPaths)];
  const paths = ours.filter((path) => !isOverwritten(options, path));
  const texts = paths.flatMap((path) => {
    const text = readText(join(folder, path));
    return text === undefined ? [] : [[path, text]];
  });
  return Object.fromEntries(texts);
}

function readTemplates(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = entries.filter((name) => name.endsWith(".yml"));
  return Object.fromEntries(
    files.map((name) => [name.split(/[\\/]/).at(-1) ?? name, readText(join(folder, name)) ?? ""]),
  );
}
