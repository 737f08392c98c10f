import type { Publication } from "./publish-job.ts";

/** The contents of a job's changes as text, for those who look for words in them. */
export function textFiles({
  manifest,
  artifact,
}: Pick<Publication, "manifest" | "artifact">): { path: string; text: string }[] {
  return manifest.changes.flatMap((change) => {
    const content = "sha256" in change ? artifact.file(change.sha256) : undefined;
    // A NUL byte must not hide what stands beside it.
    return content
      ? [{ path: change.path, text: content.toString(content.includes(0) ? "latin1" : "utf8") }]
      : [];
  });
}
