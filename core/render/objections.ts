import type { TaskId } from "../model/ids.ts";
import type { Objections } from "../model/overruling.ts";
import { code, inline } from "../text/foreign.ts";
import { findingList } from "./finding.ts";
import { capital, codeList, few, list, pick, plural, short } from "./phrases.ts";
import { signalList } from "./signals.ts";
import type { NoticeOf } from "./writers.ts";

interface Part {
  task?: TaskId;
  rollback?: TaskId;
}

/** How a part of the track is called: "T03", "the rollback of T03"; the whole where it is none. */
function partOf({ task, rollback }: Part): string | undefined {
  return rollback ? `the rollback of ${rollback}` : task;
}

/** `ben and mia`, without calling them. */
export function people(names: string[]): string {
  return list(few(names.map(inline)));
}

/** Who has to do what before a request for changes holds nothing any more. */
function until(by: string[]): string {
  const reviews = pick(by.length, "the review is", "their reviews are");
  return `${people(by)} ${pick(by.length, "approves", "approve")} it, or ${reviews} dismissed`;
}

/** Something that somebody's request for changes holds up. */
export function changesRequested({ pull, by, ...part }: NoticeOf<"changes-requested">): string {
  const what = partOf(part);
  const who = `${people(by)} asked for changes in a review of #${pull}`;
  if (what === undefined) {
    return `What is merged is verified, but ${who}, so gsd does not call it ready yet. It does once ${until(by)}. To go on in spite of that, comment \`/approve --over\`.`;
  }
  return `${who}, so ${what} is not merged. It is merged once ${until(by)}. To merge it in spite of that, comment \`/approve --over\` on #${pull}.`;
}

/** The answer to an approval that counts and has to wait. */
export function approvalHeld({ by, ...part }: NoticeOf<"approval-held">): string {
  const what = partOf(part) ?? "it";
  return `Approved. But ${people(by)} asked for changes in a review, so ${what} is not merged yet. It is merged once ${until(by)}. To merge it in spite of that, comment \`/approve --over\`.`;
}

/** The answer to an approval that objections stand against. */
export function objectionsStand({ head, over, ...part }: NoticeOf<"objections-stand">): string {
  const what = partOf(part);
  const subject = what ? `${capital(what)} is not merged` : "It is not approved";
  const again =
    over.missing.length > 0 ? ` To have it reviewed again, comment \`/review ${part.task}\`.` : "";
  const fix = part.task
    ? `Otherwise push a fix, or comment \`/revise ${part.task}\` and what should be different.${again}`
    : "Otherwise change what they ask for.";
  return `${subject}: this stands against it at \`${short(head)}\`.\n\n${objectionList(over)}\n\nIf you disagree, comment \`/approve --over\`. gsd then goes on, and writes down that you decided so, and over what. ${fix}`;
}

/** Who decided in spite of what: said where it was decided, for everyone to see. */
export function approvedOver({ by, head, over, ...part }: NoticeOf<"approved-over">): string {
  const what = partOf(part) ?? "it";
  const next = part.task
    ? `Commands and checks that fail still hold it. If this was wrong, comment \`/rollback ${part.task}\` once it is merged.`
    : "gsd goes on.";
  return `${inline(by)} approved ${what} at \`${short(head)}\` over these objections:\n\n${objectionList(over)}\n\n${next}`;
}

function objectionList({ requests, blockers, missing, signals = [] }: Objections): string {
  const names = requests.map(({ by }) => by);
  return [
    names.length > 0 ? `- ${people(names)} asked for changes in a review` : "",
    missing.length > 0 ? `- there is no review from ${codeList(missing)}` : "",
    signalList(signals),
    findingList(
      blockers.map((blocker) => ({ ...blocker, severity: "blocker" })),
      8_000,
    ),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The same in a few words: "1 blocker and ben's request for changes". */
export function objectionWords({ requests, blockers, missing, signals = [] }: Objections): string {
  return list([
    ...(signals.length > 0 ? [`${plural(signals.length, "thing")} that gsd found in the change`] : []),
    ...(blockers.length > 0 ? [plural(blockers.length, "blocker")] : []),
    ...(missing.length > 0 ? [plural(missing.length, "missing review")] : []),
    ...requests.map(({ by }) => `the request for changes by ${inline(by)}`),
  ]);
}

/** What `/approve --over` does not lift, and why. */
export function notLifted(over: boolean | undefined): string {
  return over ? ` ${code("--over")} does not lift that: commands and checks have to pass.` : "";
}
