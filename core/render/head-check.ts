import type { Finding } from "../model/answers.ts";
import type { Instant } from "../model/ids.ts";
import type { Signal } from "../model/signal.ts";
import type { Track } from "../model/track.ts";
import type { Annotation, CheckRun } from "../ports/github/runs.ts";
import { cutText } from "../text/cut-text.ts";
import { logLine, title } from "../text/foreign.ts";
import type { HeadView } from "../view/view-heads.ts";
import { countFindings } from "./gate-statuses.ts";
import { plural } from "./phrases.ts";
import { renderSignal } from "./signals.ts";
import { renderReport } from "./sticky.ts";

/** Beside a head there is one check run of ours: the statuses are what gates. */
const checkName = "gsd/overview";

/** Two requests take them; the rest is in the review. */
const mostAnnotations = 100;

const conclusions = { good: "success", unsure: "neutral", bad: "failure" } as const;

interface Place {
  at: Instant;
  /** The repository's page. */
  page: string;
}

/** What the App says beside a head: what the progress comment says, with each remark on its lines. */
export function renderHeadCheck(track: Track, head: HeadView, place: Place): CheckRun {
  const all = annotationsOf(head);
  return {
    sha: head.sha,
    name: checkName,
    conclusion: conclusions[head.verdict],
    title: cutText(title(titleOf(head)), 200),
    summary: [leftOut(all.length), renderReport(track, place)].filter(Boolean).join("\n\n"),
    annotations: all.slice(0, mostAnnotations),
  };
}

const checkWords: Readonly<Record<HeadView["checks"], string>> = {
  passed: "its commands pass",
  failed: "its commands fail",
  none: "not checked: no commands",
  unknown: "not checked",
};

function titleOf({ task, verdict, checks, findings, signals }: HeadView): string {
  if (task === undefined) return verdict === "bad" ? "The track is not verified" : "The track is verified";
  const found = [
    countFindings(findings),
    signals.length > 0 ? `${plural(signals.length, "thing")} to look at` : "",
    checkWords[checks],
  ];
  return `${task}: ${found.filter(Boolean).join(", ")}`;
}

function leftOut(count: number): string {
  return count > mostAnnotations
    ? `${plural(count - mostAnnotations, "more remark")} are in the review of the pull request.`
    : "";
}

/** Remarks that block come first; what has no line of its own in the change stands in the review alone. */
function annotationsOf({ findings, signals }: HeadView): Annotation[] {
  const own = findings.flatMap((finding) => ofFinding(finding) ?? []);
  const seen = signals.flatMap((signal) => ofSignal(signal) ?? []);
  return [...own, ...seen].toSorted((a, b) => urgency.indexOf(a.level) - urgency.indexOf(b.level));
}

const urgency: Annotation["level"][] = ["failure", "warning", "notice"];
const levels = { blocker: "failure", suggestion: "warning", nitpick: "notice" } as const;

function ofFinding(finding: Finding): Annotation | undefined {
  const {
    path,
    line,
    last_line: last = line,
    severity,
    message,
    suggestion,
    rule,
    by = [],
    outside,
  } = finding;
  if (line === undefined || last === undefined || outside) return undefined;
  const who = rule ?? by.join(", ");
  return {
    path,
    line,
    lastLine: Math.max(line, last),
    level: levels[severity],
    title: cutText(title([severity.toUpperCase(), who].filter(Boolean).join(" · ")), 200),
    message: cutText(logLine([message, suggestion].filter(Boolean).join("\n\n")), 4_000),
  };
}

function ofSignal(signal: Signal): Annotation | undefined {
  if (!("path" in signal) || !("line" in signal) || signal.line === undefined) return undefined;
  const { path, line } = signal;
  const message = renderSignal(signal).replaceAll("`", "");
  return { path, line, lastLine: line, level: "warning", title: "Look at this first", message };
}
