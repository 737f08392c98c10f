import { foldFindings } from "../check/fold-findings.ts";
import { taskBranch } from "../codec/branches.ts";
import { jobKey } from "../codec/keys.ts";
import { marker } from "../codec/markers.ts";
import type { Finding } from "../model/answers.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Scene, Verdict } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { cutText } from "../text/cut-text.ts";
import { block, code, codeBlock } from "../text/foreign.ts";
import { type ReviewView, type RoundView, viewCrew } from "../view/view-crew.ts";
import { viewRemarks } from "../view/view-remarks.ts";
import { coveragePart } from "./coverage.ts";
import { findingList, renderFinding } from "./finding.ts";
import { countFindings } from "./gate-statuses.ts";
import { unreviewedLine } from "./health.ts";
import { folded } from "./notes.ts";
import { codeList, entry, fitLines, followedBy, plural } from "./phrases.ts";
import { previewLine } from "./preview.ts";
import { provenance } from "./provenance.ts";
import { renderRemarks } from "./remarks.ts";
import { scanPart } from "./scan.ts";
import { signalPart } from "./signals.ts";
import { isHeldBySignals, missingWords, problemLines, renderVerdict } from "./verdict.ts";

/** A review: what each reviewer says now, whether the change is ready, and what earlier rounds found. */
export function renderReview(
  scene: Scene<Track>,
  { loose, verdict }: { loose: readonly Finding[]; verdict: Verdict },
): string {
  const { rounds } = viewCrew(scene.manifest, scene.track.config.reviewers);
  const last = rounds.at(-1);
  // What was changed after the last round is told with what that round found.
  const earlier = last?.fix === undefined ? rounds.slice(0, -1) : rounds;
  const remark = (finding: Finding) => entry(renderFinding(finding));
  const more = (count: number) => `- and ${plural(count, "more remark")}`;
  return [
    signalPart(verdict.signals, isHeldBySignals(scene, verdict)),
    renderRemarks(viewRemarks(scene)),
    summaries(last?.reviews ?? [], scene.track),
    fitLines(inOrder(loose.filter(isShown)), remark, { maxBytes: 16_000, more }).join("\n"),
    verdict.scan ? scanPart(verdict.scan) : "",
    renderVerdict(scene, { verdict, told: loose }),
    coveragePart(scene.coverage),
    preview(scene),
    rulesPart(scene.track, verdict.findings, loose),
    fitLines(earlier, renderRound, {
      maxBytes: 12_000,
      more: (count) => `${plural(count, "more round")} not shown.`,
    }).join("\n\n"),
    // The body of a pull request that was opened with it says the same.
    scene.bound.pull === undefined ? provenance(scene.manifest) : "",
    marker.format("review", jobKey.format(scene.job)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Where people can look at what was reviewed. */
function preview({ track, job: { task, issue }, bound }: Scene<Track>): string {
  if (task === undefined) return "";
  const pull = bound.pull ?? track.tasks[task]?.proposal?.pull;
  return previewLine(track.config, { branch: taskBranch.format({ issue, task }), issue, pull });
}

/** What blocks comes first: where there is no room for all, the others are left out. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, outside }: Finding) => Number(outside === true || severity !== "blocker");
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/** What nobody has to do, and no line has room for: people open it if they want. */
function isFolded({ rule, severity }: Finding): boolean {
  return rule !== undefined && severity !== "blocker";
}

function isShown(finding: Finding): boolean {
  return !isFolded(finding);
}

/** What rules found in all; remarks of theirs that stand at no line are folded. */
function rulesPart({ config }: Track, findings: readonly Finding[], loose: readonly Finding[]): string {
  const counts = countFindings(findings.filter(({ rule }) => rule !== undefined));
  const first = `**Rules** of ${codeList([...config.rules.packs, ".gsd/rules"])}: ${counts || "nothing found"}.`;
  const rest = loose.filter(isFolded);
  if (rest.length === 0) return first;
  const more = (count: number) => `- and ${count} more`;
  const list = fitLines(rest, (finding) => entry(renderFinding(finding)), { maxBytes: 8_000, more });
  return `${first}\n\n${folded(`${plural(rest.length, "remark")} by rules`, list.join("\n"))}`;
}

function summaries(reviews: readonly ReviewView[], track: Track): string {
  const given = reviews.filter((review) => review.type === "given");
  if (reviews.length === 0) {
    return track.config.reviewers.length > 0 ? "No reviewer has looked at this yet." : unreviewedLine(track);
  }
  const room = Math.floor(12_000 / Math.max(1, given.length));
  // Who answered first says nothing: the configuration's order is the one that people know.
  const known = track.config.reviewers;
  const place = ({ role }: ReviewView) => (known.includes(role) ? known.indexOf(role) : known.length);
  return given
    .toSorted((a, b) => place(a) - place(b))
    .map(({ role, summary, findings }) => {
      const text = block(cutText(summary, room));
      const found = countFindings(findings) || "nothing found";
      return reviews.length === 1 ? text : `**${code(role)}:** ${found}\n\n${text}`;
    })
    .join("\n\n");
}

/** What one round found and what was done about it, folded. */
function renderRound(round: RoundView): string {
  const given = round.reviews.filter((review) => review.type === "given");
  const findings = foldFindings(given.map(({ role, findings }) => ({ reviewer: role, findings })));
  const blockers = findings.filter(({ severity }) => severity === "blocker");
  const missing = round.reviews.filter((review) => review.type === "missing");
  const counts = [
    round.problems.length > 0 ? plural(round.problems.length, "problem") : "",
    round.broken.length > 0 ? plural(round.broken.length, "broken rule") : "",
    round.failing.length > 0 ? plural(round.failing.length, "failing command") : "",
    blockers.length > 0 ? plural(blockers.length, "blocker") : "",
    missing.length > 0 ? plural(missing.length, "missing review") : "",
  ].filter(Boolean);
  const text = [
    problemLines(round.problems),
    problemLines(round.broken),
    ...round.failing.map(failure),
    findingList(blockers, 4_000),
    ...missing.map(missingWords),
    round.fix === undefined ? "" : followedBy("**Then:**", cutText(round.fix, 2_000)),
  ];
  const summary = `Round ${round.round}: ${counts.join(", ") || "nothing found"}`;
  return folded(summary, text.filter(Boolean).join("\n\n") || "Nothing was found.");
}

function failure({ command, tail }: CheckResult): string {
  const output = tail === "" ? "" : `\n\n${codeBlock(cutText(tail, 1_000))}`;
  return `${code(command)} failed.${output}`;
}
