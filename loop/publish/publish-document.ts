import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { DocumentAnswer } from "../../core/model/answers.ts";
import { trackName } from "../../core/model/ids.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { PlanDocument } from "../../core/model/track.ts";
import { checkDocument } from "../../core/plan/check-document.ts";
import { documentCommit } from "../../core/render/commits.ts";
import { documentCleaned } from "../../core/render/notes.ts";
import { cleanText } from "../../core/text/clean-text.ts";
import { failed, type Publication, type Published } from "./publish-job.ts";

const files = { "plan-spec": "SPEC.md", "plan-arch": "ARCH.md", "plan-qa": "QA.md" } as const;
type DocumentKind = keyof typeof files;

const mostTries = 8;

/** Commits a planner's document to the track branch. Three planners do so at once: the branch may move under us. */
export async function publishDocument({ ports, track, job, manifest }: Publication): Promise<Published> {
  const kind = job.kind as DocumentKind;
  const { document } = manifest.answer as DocumentAnswer;
  const cleaned = cleanText(document);
  const text = `${cleaned.text.trim()}\n`;
  const said = notesOn(files[kind], { manifest, cleaned });
  const problems = checkDocument(kind.slice("plan-".length) as PlanDocument, text);
  if (problems.length > 0)
    return failed("invalid-answer", problems.map((problem) => problem.message).join("; "));
  const path = `specs/changes/${trackName(track)}/${files[kind]}`;
  const branch = trackBranch.format(track);
  let sha: string | undefined;
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    try {
      const message = documentCommit(track, job, files[kind]);
      await ports.github.writeFile({ path, branch, text, message, ...(sha ? { sha } : {}) });
      return said;
    } catch (error) {
      if (!(error instanceof GsdError && ["conflict", "invalid", "unavailable"].includes(error.code)))
        throw error;
      await ports.github.pause(100 * 2 ** attempt * (0.5 + Math.random()));
      const now = await ports.github.readFile(path, branch);
      if (now?.text === text) return said;
      sha = now?.sha;
    }
  }
  throw new GsdError("unavailable", `${path} could not be written to ${branch}`);
}

/** What was taken out of a planner's own words is told like what was taken out of what it read. */
function notesOn(
  name: string,
  { manifest, cleaned }: { manifest: Manifest; cleaned: ReturnType<typeof cleanText> },
): Published {
  if (cleaned.dropped.count === 0) return {};
  return { notes: [...(manifest.notes ?? []), documentCleaned(name, cleaned.dropped)] };
}
