import { createGit } from "../../adapters/git/create-git.ts";
import { listCommit, readBlobs } from "../../adapters/git/list-files.ts";
import { readCommitFile } from "../../adapters/git/read-folder.ts";
import { ownRoot } from "../../adapters/own-root.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import { applyRules } from "../../core/check/rules/apply-rules.ts";
import type { ChangedText } from "../../core/check/rules/changed-file.ts";
import { isAboutChanges } from "../../core/check/rules/rule.ts";
import { configFile } from "../../core/codec/paths.ts";
import { isWithin } from "../../core/inspect/inspected-files.ts";
import type { Finding } from "../../core/model/answers.ts";
import { defaultConfig, parseConfig } from "../../core/model/parse-config.ts";
import { toText } from "../../core/text/to-text.ts";
import { readLibrary } from "../../crew/read-library.ts";

const largestFile = 500_000;
const limits = { ofRule: 20, inAll: 1_000, lines: 2_000_000 };

/** Holds every file of a tree to the rules that it has itself, as if all of it were new; or those at one place. */
export async function holdToRules(folder: string, tree: string, only = ""): Promise<Finding[]> {
  const reading = parseConfig(await readCommitFile(folder, tree, configFile));
  // What is wrong with the configuration is told with the rest.
  const { protected_paths: protectedPaths, rules: settings } = reading.ok ? reading.config : defaultConfig();
  const shipped = await readShipped(ownRoot());
  const library = await readLibrary({ folder, commit: tree, shipped, protectedPaths, rules: settings });
  const rules = library.rules.filter((rule) => !isAboutChanges(rule));
  return applyRules(rules, await readTexts(folder, tree, only), limits);
}

async function readTexts(folder: string, tree: string, only: string): Promise<ChangedText[]> {
  const git = createGit({ folder });
  const files = [...(await listCommit(git, tree))].filter(
    ([path, { mode, size }]) => mode.startsWith("100") && size <= largestFile && isWithin(path, only),
  );
  const contents = await readBlobs(
    git,
    files.map(([, { sha }]) => sha),
  );
  return files.flatMap(([path], at) => {
    const content = contents[at];
    if (!content || content.includes(0)) return [];
    return [{ path, before: undefined, after: toText(content), isNew: true }];
  });
}
