import { describe, expect, it } from "vitest";
import type { Question } from "../../../core/model/question.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Commented } from "../../../core/model/trigger.ts";
import { addAnswers } from "../../../core/plan/add-answers.ts";
import { renderForm } from "../../../core/render/form.ts";
import { toTrigger } from "../../../core/trigger/to-trigger.ts";
import { editorAmong } from "../../../loop/missed-ticks.ts";
import { aJob, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { answers, ask, effects, jobs, notices, quiet, said, settled } from "../../builders/ask.ts";
import { visitor } from "../../builders/facts.ts";
import { commented, jobFailed, ticked } from "../../builders/triggers.ts";

const questions: Question[] = [
  { type: "choice", ask: "Which format?", options: ["CSV", "JSON *lines*"] },
  { type: "yes-no", ask: "Delete old files?" },
  { type: "text", ask: "What should the header say?" },
];
const resume = { commit: sha("c1"), done: ["implement"] };

/** T01 asked; T02 runs beside it. */
function asking(list = questions.slice(0, 2)): Track {
  const tasks = {
    T01: aTask({ status: "in_progress", runs: 1 }),
    T02: aTask({ status: "in_progress", runs: 1, files: ["b"] }),
  };
  const track = aTrack({ tasks, jobs: [aJob(), aJob({ task: "T02" })] });
  const asked = ask(
    track,
    jobFailed({ kind: "task", task: "T01" }, { outcome: "asked", questions: list, resume }),
  );
  const [show] = asked.outbox.filter(({ effect }) => effect.type === "show-form");
  return settled(asked, [{ key: show!.key, type: "done", result: { type: "commented", comment: 500 } }]);
}

/** The form of a track, with boxes ticked in it by an edit. */
function edited(track: Track, change: (body: string) => string, fields: Partial<Commented> = {}): Commented {
  const from = renderForm(track, track.forms![0]!);
  const payload = {
    action: "edited",
    issue: { number: 42 },
    comment: { id: 500, body: change(from), updated_at: at(-1) },
    changes: { body: { from } },
    sender: { id: 1, login: "mia", type: "User" },
  };
  const aimed = toTrigger({ name: "issue_comment", payload });
  if (aimed?.trigger.type !== "commented") throw new Error("nothing was ticked");
  return { ...aimed.trigger, ...fields };
}

const tick = (option: string) => (body: string) => body.replace(`- [ ] ${option}`, `- [x] ${option}`);

describe("a task that asks", () => {
  it("waits alone, with its work kept, and the issue is labelled", () => {
    const track = asking();
    expect(track.tasks.T01).toMatchObject({ status: "needs_input", attempts: 0, resume });
    expect(jobs(track)).toEqual(["task T02 claimed"]);
    expect(effects(track, "mark-issue")).toEqual([
      { type: "mark-issue", label: "gsd:needs-input", on: true },
    ]);
    expect(track.forms?.[0]).toMatchObject({ number: 1, task: "T01", comment: 500, shown: 1 });
    expect(renderForm(track, track.forms![0]!)).toMatch(
      /T01 has 2 questions.*\n\n\*\*1\. Which format\?\*\*\n- \[ \] CSV\n- \[ \] JSON .*lines.*\n\n\*\*2\. Delete old files\?\*\*\n- \[ \] Yes\n- \[ \] No\n/,
    );
  });

  it("goes on from where it stopped once all is answered, by a tick and by a comment", () => {
    const first = ask(quiet(asking()), edited(asking(), tick("JSON")));
    expect(first.forms?.[0]?.questions[0]?.answer).toMatchObject({ text: "JSON *lines*", by: "mia" });
    expect(first.tasks.T01?.status).toBe("needs_input");
    expect(said(first)).toEqual([]);
    const second = ask(quiet(first), commented("/answer 2 no"));
    expect(second.forms?.[0]?.questions[1]?.answer?.text).toBe("No");
    expect(second.tasks.T01).toMatchObject({ status: "in_progress", runs: 2, resume });
    expect(jobs(second)).toContain("task T01 dispatched");
    expect(effects(second, "mark-issue")).toMatchObject([{ on: false }]);
    expect(renderForm(second, second.forms![0]!)).toMatch(/All are answered, and T01 goes on/);
  });

  it("may ask no more than three questions in all, whatever a manifest says", () => {
    const track = quiet(
      ask(quiet(ask(quiet(asking()), commented("/answer 1 csv"))), commented("/answer 2 y")),
    );
    const running = {
      ...track,
      jobs: track.jobs.map((job) => (job.task === "T01" ? aJob({ attempt: 2 }) : job)),
    };
    const again = ask(
      running,
      jobFailed({ kind: "task", task: "T01", attempt: 2 }, { outcome: "asked", questions }),
    );
    expect(again.forms?.[1]?.questions).toMatchObject([{ number: 3, ask: "Which format?" }]);
  });
});

describe("an answer", () => {
  const track = quiet(asking());
  const answered = quiet(ask(track, commented("/answer 1 2")));

  it.each([
    ["that is none of the options", commented("/answer 1 XML"), "not-an-answer"],
    ["to a question that nobody asked", commented("/answer 7 yes"), "unknown-question"],
    [
      "to what is answered",
      edited(answered, tick("Yes"), { commands: commented("/answer 1 CSV").commands }),
      "answered-already",
    ],
    ["by two boxes at once", edited(track, (body) => tick("JSON")(tick("CSV")(body))), "several-ticks"],
    [
      "beside a question that was changed",
      edited(track, (body) => tick("Yes")(body).replace("Delete", "Keep")),
      "form-edited",
    ],
    [
      "of an option that was changed",
      edited(track, (body) => tick("CSV")(body).replace("CSV", "XML")),
      "form-edited",
    ],
  ] as const)("%s is refused, and changes nothing", (_, trigger, type) => {
    const before = type === "answered-already" ? answered : track;
    const after = ask(before, trigger);
    expect(notices(after).map((notice) => notice.type)).toContain(type);
    expect(after.forms?.[0]?.questions).toEqual(before.forms?.[0]?.questions);
    // Boxes that were ticked in vain are cleared.
    const ticks = trigger.commands.some((command) => command.type === "answer" && command.tick);
    expect(effects(after, "show-form").length > 0).toBe(ticks);
  });

  it("by somebody without write access counts for nothing", () => {
    const vic = { sender: { id: 2, login: "vic", bot: false } };
    expect(answers(edited(track, tick("CSV"), vic), { actor: visitor }, track)).toContain("no-write-access");
  });

  it("counts once, however often its event comes", () => {
    const trigger = edited(track, tick("CSV"));
    const once = quiet(ask(track, trigger));
    expect(said(ask(once, trigger))).toEqual([]);
  });

  it("that comes when people went on without it says so", () => {
    const skipped = ask(track, commented("/skip T01"));
    expect(skipped.forms?.[0]?.gone).toBe(true);
    expect(effects(skipped, "mark-issue")).toMatchObject([{ on: false }]);
    expect(said(ask(quiet(skipped), commented("/answer 1 CSV")))).toEqual(["#42: question-gone"]);
  });

  it("whose author nobody knows is asked for again", () => {
    const unclear = ask(track, { type: "ticks-unclear", issue: 42, comment: 500 });
    expect(said(unclear)).toEqual(["#42: unclear-ticks"]);
    expect(effects(unclear, "show-form")).toHaveLength(1);
    const mia = { id: 1, login: "mia", bot: false };
    const [ours, ben] = [
      { id: 9, login: "gsd[bot]", bot: true },
      { id: 3, login: "ben", bot: false },
    ];
    expect(editorAmong([{ at: at(0), by: mia }], ours)).toEqual(mia);
    expect(
      editorAmong(
        [
          { at: at(0), by: ben },
          { at: at(1), by: ours },
          { at: at(2), by: mia },
        ],
        ours,
      ),
    ).toEqual(mia);
    expect(
      editorAmong(
        [
          { at: at(0), by: mia },
          { at: at(1), by: ben },
        ],
        ours,
      ),
    ).toBeUndefined();
    expect(editorAmong([{ at: at(0), by: undefined }], ours)).toBeUndefined();
    expect(editorAmong(undefined, ours)).toBeUndefined();
  });
});

describe("planning that asks", () => {
  const planning = aTrack({
    phase: "planning",
    sticky: { comment: 1, digest: "" },
    jobs: [aJob({ kind: "plan" })],
  });
  const track = quiet(
    ask(planning, jobFailed({ kind: "plan" }, { outcome: "asked", questions: questions.slice(2), resume })),
  );

  it("waits, costs no attempt, and goes on with the answer", () => {
    expect(track).toMatchObject({ phase: "planning", plan: { attempts: 0, resume } });
    expect(jobs(ask(track, ticked))).toEqual([]);
    const next = ask(track, commented("/answer 1 Rows, and\nwho wrote them"));
    expect(jobs(next)).toEqual(["plan dispatched"]);
    expect(next.trouble).toBeUndefined();
    expect(next.forms?.[0]?.questions[0]?.answer?.text).toBe("Rows, and\nwho wrote them");
  });

  it("is asked again when a cancelled track comes back", () => {
    const gone = quiet(ask(track, commented("/cancel")));
    expect(gone.forms?.[0]?.gone).toBe(true);
    const back = ask(gone, commented("/resume"));
    expect(back.forms?.[0]?.gone).toBeUndefined();
    expect(jobs(back)).toEqual([]);
  });
});

describe("the section Answers", () => {
  const answer = { text: "CSV", by: "mia", at: at(0) };
  const asked = [{ number: 1, type: "choice" as const, ask: "Which format?", options: ["CSV"], answer }];

  it("stands before the spec changes, once, whatever a block of code says", () => {
    const spec =
      "# A\n\n```\n## Spec changes\n```\n\n## Answers\n\n- old\n\n## Spec changes\n### Capability: a\n";
    const told = addAnswers(spec, asked);
    expect(told).toBe(
      "# A\n\n```\n## Spec changes\n```\n\n## Answers\n\n- Which format? **CSV** (mia, 2026-11-16)\n\n## Spec changes\n### Capability: a\n",
    );
    expect(addAnswers(told, asked)).toBe(told);
    expect(addAnswers(spec, [])).toBe(spec);
  });
});
