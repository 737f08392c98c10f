import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { product } from "../../core/product.ts";
import { decideTags } from "./decide-tags.ts";
import { publishOnGithub } from "./publish-on-github.ts";
import type { ReleaseRun } from "./read-release-run.ts";
import { readTags } from "./read-tags.ts";
import { findPackage, releaseFiles } from "./release-files.ts";
import { runGit } from "./run-git.ts";
import { verifyRelease } from "./verify-release.ts";

/** Pushes the tags, then publishes the release. Started again, it does what is left. */
export async function publishRelease(run: ReleaseRun): Promise<void> {
  const sha = await verifyRelease(run);
  const isNewest = pushTags(run, sha);
  const { folder } = run;
  const notes = readFileSync(join(folder, releaseFiles.notes), "utf8");
  const pin = `uses: ${run.repository}/.github/workflows/gsd.yml@${sha} # ${product.tag}`;
  const url = await publishOnGithub(run, {
    tag: product.tag,
    body: `${notes}\nPin it in your workflows:\n\n\`\`\`yaml\n    ${pin}\n\`\`\`\n`,
    isNewest,
    files: [findPackage(folder), releaseFiles.sbom],
  });
  if (run.summaryFile)
    appendFileSync(run.summaryFile, `### ${product.tag} is released\n\n${url}\n\n\`${pin}\`\n`);
  console.log(`Released ${product.tag}: ${url}`);
}

/** Whether the version is the newest of its major one, whose tag then moves with it. */
function pushTags(run: ReleaseRun, sha: string): boolean {
  const { root, source, serverUrl, repository } = run;
  const [remote, env] = [`${serverUrl}/${repository}`, credentials(run)];
  const tags = readTags(root, remote, env);
  const facts = { version: product.version, source, release: sha, tags };
  const wanted = decideTags(facts);
  if (wanted.length > 0) {
    const refs = wanted.map((name) => `+${sha}:refs/tags/${name}`);
    runGit(root, ["push", "--quiet", "--atomic", remote, ...refs], env);
    console.log(`Pushed ${wanted.join(" and ")}.`);
  }
  return wanted.includes(product.majorTag) || tags.get(product.majorTag) === sha;
}

/** By the environment, so that neither the process list nor git's configuration shows the token. */
function credentials({ serverUrl, token }: ReleaseRun): Record<string, string> {
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${serverUrl}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}
