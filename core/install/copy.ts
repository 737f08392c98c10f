import type { Release } from "./stub.ts";

/** Our workflows, and where a repository keeps its own copy of each: the stub has the name of the first. */
export const copyPaths: Readonly<Record<string, string>> = {
  ".github/workflows/gsd.yml": ".github/workflows/gsd-run.yml",
  ".github/workflows/gsd-job.yml": ".github/workflows/gsd-job.yml",
};

/** A digest of a text, in hexadecimal. */
export type Digest = (text: string) => string;

const header =
  /^# Copied from \S+ by `gsd init --copy`, which also updates it\. Fingerprint: ([0-9a-f]{64})\n/;

/**
 * One of our workflows as a file of the user's repository. `$/` is the repository of the file that it stands in, so in a copy it would
 * lead to theirs: an action is called at the release's commit instead, and a workflow is the copy beside it.
 */
export function copyWorkflow(text: string, release: Release, sha256: Digest): string {
  const { repository, sha, version } = release;
  const name = version === undefined ? "" : ` # v${version}`;
  const body = text
    .replace(/^name: gsd$/m, "name: gsd run")
    .replaceAll(
      /uses: \$\/(\.github\/workflows\/\S+)/g,
      (_, path: string) => `uses: ./${copyPaths[path] ?? path}`,
    )
    .replaceAll(/uses: \$\/(\S+)/g, `uses: ${repository}/$1@${sha}${name}`);
  const source = `${repository}@${sha}`;
  return `# Copied from ${source} by \`gsd init --copy\`, which also updates it. Fingerprint: ${sha256(body)}\n${body}`;
}

/** Whether a copy is as gsd wrote it, in this release or an earlier one: then nobody loses anything when it is replaced. */
export function isUntouchedCopy(text: string, sha256: Digest): boolean {
  const [line = "", fingerprint] = header.exec(text) ?? [];
  return fingerprint !== undefined && sha256(text.slice(line.length)) === fingerprint;
}
