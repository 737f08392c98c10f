import type { VerifyAnswer } from "../model/answers.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { Criterion, JudgedCriterion } from "../model/verification.ts";
import { cleanText } from "../text/clean-text.ts";
import { type Ground, inventedIn, judgeProofs } from "./evidence.ts";

/** What has to be shown before a track is verified: all that was approved for the tasks that are merged. */
export function criteriaOf(track: Pick<Track, "tasks">): Criterion[] {
  return taskEntries(track).flatMap(([task, { status, title, acceptance }]) => {
    if (status !== "completed") return [];
    // Tracks that were approved before criteria were kept: the task itself has to be done.
    const texts = acceptance ?? [title];
    return texts.map((text, at) => ({ id: `${task}.${at + 1}`, task, text }));
  });
}

/** What is wrong with a verifier's answer, in words for it and for people: each criterion has to be there once, with evidence that can be found. */
export function findCriteriaProblems(
  criteria: readonly Criterion[],
  answer: VerifyAnswer,
  ground: Ground,
): string[] {
  const said = answer.criteria.map((one) => ({ ...one, id: one.criterion.trim() }));
  const known = new Set(criteria.map(({ id }) => id));
  const foreign = new Set(said.filter(({ id }) => !known.has(id)).map(({ id }) => id));
  return [
    ...criteria.flatMap((criterion) =>
      problemsWith(
        criterion,
        said.filter(({ id }) => id === criterion.id),
        ground,
      ),
    ),
    ...[...foreign].map((id) => `"${id.slice(0, 100)}" is not the id of a criterion of a merged task`),
  ];
}

function problemsWith({ id, text }: Criterion, said: VerifyAnswer["criteria"], ground: Ground): string[] {
  if (said.length === 0) return [`${id} is missing ("${text}")`];
  if (said.length > 1) return [`${id} is answered ${said.length} times ("${text}")`];
  const bare = said.some(({ met, evidence }) => met && cleanText(evidence).text.trim() === "");
  if (bare) return [`${id} is said to be met without evidence ("${text}")`];
  const invented = said.filter(({ met }) => met).flatMap((one) => inventedIn(judgeProofs(one, ground)));
  if (invented.length === 0) return [];
  return [`${id} is said to be met by what is not there or did not pass: ${invented.join(", ")} ("${text}")`];
}

/** Each criterion with what was said of it, for an answer without problems. */
export function judgedCriteria(
  criteria: readonly Criterion[],
  answer: VerifyAnswer,
  ground: Ground,
): JudgedCriterion[] {
  return criteria.flatMap((criterion) => {
    const said = answer.criteria.find((one) => one.criterion.trim() === criterion.id);
    if (!said) return [];
    return [{ ...criterion, met: said.met, evidence: said.evidence, proofs: judgeProofs(said, ground) }];
  });
}

/** Problems as one sentence; what does not fit is counted. */
export function describeCriteriaProblems(problems: readonly string[]): string | undefined {
  if (problems.length === 0) return undefined;
  const shown = problems.slice(0, mostShown);
  const left = problems.length - shown.length;
  const more = left > 0 ? `; and ${left} more` : "";
  return `Each acceptance criterion of each merged task has to be answered once, with evidence: ${shown.join("; ")}${more}.`;
}

const mostShown = 20;
