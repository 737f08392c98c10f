import { marker } from "../../core/codec/markers.ts";
import { goesBack } from "../../core/decide/on-job-finished.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Finding, ReviewAnswer } from "../../core/model/answers.ts";
import { findingText, reviewBody } from "../../core/render/bodies.ts";
import type { Publication, Published } from "./publish-job.ts";
import { reportChecks } from "./report-checks.ts";

/** Posts one review: the rules' remarks and the reviewer's, inline where GitHub takes them. Bots comment; they never approve. */
export async function publishReview({ ports, track, job, manifest }: Publication): Promise<Published> {
  const task = track.tasks[job.task!]!;
  const { summary, findings } = manifest.answer as ReviewAnswer;
  const all = [...task.findings.filter((finding) => finding.rule), ...findings];
  const head = job.base!.sha;
  const words = ports.sha256(JSON.stringify([head, summary, all])).slice(0, 16);
  const key = `${track.issue}/${job.task}/${words}`;
  const isNew = task.checked?.sha !== head;
  const review = (loose: Finding[]) => ({
    pull: task.pull!,
    commit: head,
    body: reviewBody(job.task!, {
      key,
      summary,
      findings: all,
      head,
      loose,
      goesBack: goesBack(track, task),
      manifest,
      ...(isNew ? { checksOk: manifest.checks.every((check) => check.ok) } : {}),
    }),
    comments: all.flatMap((finding) =>
      finding.line && !loose.includes(finding)
        ? [{ path: finding.path, line: finding.line, body: findingText(finding) }]
        : [],
    ),
  });
  await post(ports.github, {
    key,
    look: job.attempt > 1,
    inline: review(all.filter((finding) => !finding.line)),
    plain: review(all),
  });
  if (!isNew) return { head, findings: all };
  return { head, findings: all, checksOk: await reportChecks(ports.github, head, manifest.checks) };
}

type Review = Parameters<Publication["ports"]["github"]["createReview"]>[0];

/**
 * A head gets the same words once: an earlier attempt may have posted them and died before it could say so.
 * GitHub refuses a review when one of its lines is not in the diff: then all remarks go into its body.
 */
async function post(
  github: Publication["ports"]["github"],
  { key, look, inline, plain }: { key: string; look: boolean; inline: Review; plain: Review },
): Promise<void> {
  const isPosted = async () =>
    (await github.reviews(inline.pull)).some(
      (one) => one.author.bot && one.body.includes(marker.format("review", key)),
    );
  if (look && (await isPosted())) return;
  let review = inline;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await github.createReview(review);
      return;
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "";
      if ((code !== "invalid" && code !== "unavailable") || attempt >= 3) throw error;
      if (code === "invalid") review = plain;
      else await github.pause(500 * 2 ** attempt);
      if (await isPosted()) return;
    }
  }
}
