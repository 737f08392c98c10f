import { describe, expect, it } from "vitest";
import { region } from "../../../core/codec/regions.ts";
import type { Inspection } from "../../../core/inspect/inspect-repository.ts";
import { inspectedKinds } from "../../../core/inspect/inspected-files.ts";
import { fits } from "../../../core/model/fits.ts";
import { manifestSchema } from "../../../core/model/manifest.ts";
import { type NoticeType, noticeSchema } from "../../../core/model/notice.ts";
import type { Words } from "../../../core/model/publication.ts";
import { trackSchema } from "../../../core/model/track.ts";
import {
  annotateDiagnosis,
  describeFindings,
  summariseCheckup,
} from "../../../core/render/checkup-summary.ts";
import {
  archiveMessage,
  ledgerMessage,
  mergeTitle,
  mergeTrailers,
  rollbackMergeTitle,
  unfoldMessage,
  updateMessage,
} from "../../../core/render/commits.ts";
import { namingOf } from "../../../core/render/diagnosis.ts";
import { renderForm } from "../../../core/render/form.ts";
import { renderHeadCheck } from "../../../core/render/head-check.ts";
import { replaceHealthPart } from "../../../core/render/health.ts";
import { summariseInspection } from "../../../core/render/inspection.ts";
import { fullReport } from "../../../core/render/job-summary.ts";
import { renderNotices } from "../../../core/render/notice.ts";
import { pullStates, withState } from "../../../core/render/pull-states.ts";
import {
  describeLedgerProblem,
  describeWaiting,
  summariseStatus,
} from "../../../core/render/status-summary.ts";
import { trackStatus } from "../../../core/render/statuses.ts";
import { renderReport, renderSticky } from "../../../core/render/sticky.ts";
import { renderWords } from "../../../core/render/words.ts";
import { cleanText } from "../../../core/text/clean-text.ts";
import { viewRepository } from "../../../core/view/view-repository.ts";
import {
  aCheck,
  aFinding,
  aFix,
  aGate,
  aLostReviewer,
  aManifest,
  anAgent,
  aReviewer,
  aRun,
} from "../../builders/a-manifest.ts";
import {
  aMergedTask,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  at,
  sha,
} from "../../builders/a-track.ts";
import { aPlan } from "../../builders/facts.ts";
import { rounds } from "../../builders/rounds.ts";
import { diagnosisSamples } from "./diagnosis-samples.ts";
import { expectHarmless, expectPlain } from "./harmless.ts";
import { hostileText, numbersIn, peopleIn, random, withHostileText } from "./hostile.ts";
import { noteSamples, noticeSamples, signalSamples } from "./notice-samples.ts";

/** Hostile text in every field that a schema leaves free, rendered by everything that posts, and read back as GitHub would. */

const seeds = Array.from({ length: rounds(40) }, (_, seed) => seed + 1);
const words = "Some words";
const samples = noticeSamples(words);
const finding = aFinding({ path: "src/a.ts", message: words, suggestion: words, rule: "no-eval" });
const failing = aCheck({ ok: false, tail: words });
const why = { outcome: "crashed", reason: words, run: 900, spent: { on: "T01", usd: 1.5 } } as const;

const plain = aTrack({
  health: {
    runs: 1,
    attempts: 1,
    outcome: "done",
    result: { sha: sha("b1"), checks: [failing], notes: Object.values(noteSamples(words)) },
  },
  tasks: {
    T01: aReadyTask({ title: words }),
    T02: aTask({ status: "failed", trouble: { type: "task-failed", task: "T02", why, attempts: 1 } }),
    T03: aMergedTask({ title: words, acceptance: [words] }),
  },
  reports: [aReport({ text: words })],
  rollbacks: [aRollback()],
  trouble: samples["base-broken"],
  forms: [
    {
      number: 1,
      task: "T02",
      shown: 1,
      questions: [
        { number: 1, type: "choice", ask: words, options: [words, "JSON"] },
        { number: 2, type: "text", ask: words, options: [], answer: { text: words, by: words, at: at(0) } },
      ],
    },
  ],
});

const journal = aManifest({
  reason: `${words}\n${words}`,
  notes: Object.values(noteSamples(words)),
  signals: signalSamples(words),
  steps: [
    anAgent({ answer: { type: "change", value: { summary: words } }, reason: words }),
    aGate([words]),
    aRun([failing]),
    aReviewer("reviewer", [finding]),
    aLostReviewer("security", { reason: words }),
    aFix(words, 1),
    aReviewer("reviewer", [finding], { round: 2 }),
    anAgent({ answer: { type: "report", value: { title: words, report: words } } }),
    anAgent({
      answer: {
        type: "verification",
        value: { summary: words, criteria: [{ criterion: "T03.1", met: true, evidence: words }] },
      },
    }),
  ],
});

/** A value full of hostile text that its schema still takes. */
function filled<T>(schema: object, value: T, next: () => number): T {
  return withHostileText(value, (one) => fits(schema, structuredClone(one)), next);
}

function own(...values: unknown[]) {
  return { people: values.flatMap((value) => peopleIn(value)), numbers: values.flatMap(numbersIn) };
}

/** The track keeps its name, which our own code made. */
const tracks = seeds.map((seed) => ({ ...filled(trackSchema, plain, random(seed)), slug: plain.slug }));
const manifests = seeds.map((seed) => filled(manifestSchema, journal, random(seed)));

describe("whatever strangers and agents write", () => {
  it("is in every field that a schema leaves free", () => {
    const kept = (value: unknown) => (JSON.stringify(value).match(/Some words/g) ?? []).length;
    expect([kept(plain), kept(journal)].every((count) => count > 10)).toBe(true);
    expect([...tracks, ...manifests].map(kept)).toEqual([...tracks, ...manifests].map(() => 0));
  });

  it.each(Object.keys(samples) as NoticeType[])("does nothing in the notice %s", (type) => {
    for (const seed of seeds) {
      const next = random(seed);
      const notice = filled(noticeSchema, samples[type], next);
      const track = tracks[seed - 1] ?? plain;
      const text = renderNotices([notice], track);
      expectHarmlessFor(text, seed, own(notice, track));
    }
  });

  it("does nothing in the progress comment and in the bodies of pull requests", () => {
    for (const seed of seeds) {
      const track = tracks[seed - 1] ?? plain;
      for (const phase of ["proposed", "executing", "ready", "cancelled"] as const) {
        const now = { ...track, phase };
        expectHarmlessFor(renderSticky(now), seed, own(now));
        expectHarmlessFor(renderReport(now, { at: at(0), page: ".." }), seed, own(now));
        for (const form of now.forms ?? []) {
          expectHarmlessFor(renderForm(now, form), seed, own(now));
        }
        for (const state of pullStates(now)) {
          const body = region.format(
            "body",
            [region.format("state", ""), region.format("fold", ""), region.format("health", "")].join("\n\n"),
          );
          expectHarmlessFor(withState(replaceHealthPart(body, now), state), seed, own(now));
        }
        for (const state of ["success", "pending", "failure"] as const)
          expectPlain(trackStatus(state, now), own(now));
      }
    }
  });
});

/** An entry of the allow-list that has ended. */
const anEntry = (reason: string) => ({
  class: "supply" as const,
  paths: [reason],
  reason,
  until: "2026-01-01",
});

describe("whatever an agent leaves", () => {
  /** Where each text of a publication stands; the compiler keeps the list complete. */
  const places: Record<Words["type"], "markdown" | "line" | "message"> = {
    "plan-body": "markdown",
    "task-body": "markdown",
    "rollback-body": "markdown",
    "report-body": "markdown",
    "review-body": "markdown",
    finding: "markdown",
    "thread-answer": "markdown",
    "report-comment": "markdown",
    summary: "markdown",
    "plan-title": "line",
    "task-title": "line",
    "rollback-title": "line",
    "report-title": "line",
    "check-status": "line",
    "review-status": "line",
    "rules-status": "line",
    "scope-status": "line",
    "plan-message": "message",
    "task-message": "message",
    "kept-message": "message",
    "rollback-message": "message",
    "rebase-message": "message",
    "update-message": "message",
    "verification-message": "message",
    "report-message": "message",
  };
  const textsIn = (place: string) =>
    (Object.keys(places) as Words["type"][]).filter((type) => places[type] === place);

  function sceneOf(seed: number) {
    const next = random(seed);
    const manifest = manifests[seed - 1] ?? journal;
    const track = tracks[seed - 1] ?? plain;
    const hostile = () => hostileText(next).slice(0, 300);
    const { backlog } = aPlan();
    const tasks = (backlog?.tasks ?? []).map((task) => ({
      ...task,
      title: hostile(),
      scope: { files_hint: [hostile()] },
    }));
    const loose = aFinding({ path: hostile(), message: hostile(), suggestion: hostile(), rule: hostile() });
    const verdict = {
      findings: [loose],
      missing: [hostile()],
      signals: signalSamples(hostile()),
      checks: "passed" as const,
      scan: { findings: [loose], risk: 0.2, allowed: 1, expired: [anEntry(hostile())] },
    };
    const problems = [{ path: hostile(), message: hostile(), line: 3 }];
    const estimate = {
      tasks: {},
      usd: 1,
      free: false,
      refusals: [{ what: "T01", code: "unknown-price", reason: hostile() }],
    };
    const said = {
      backlog: { version: 1 as const, tasks, for_people: [{ what: hostile(), files: [hostile()] }] },
      estimate,
      risks: [hostile()],
      questions: [hostile()],
      notes: manifest.notes,
      loose: [loose],
      verdict,
      finding: loose,
      findings: [loose],
      criteria: [
        {
          id: "T03.1",
          task: "T03",
          text: hostile(),
          met: true,
          evidence: hostile(),
          proofs: [{ kind: "test", at: hostile(), found: true }],
        },
      ],
      signals: verdict.signals,
      checks: "failed",
      outcome: "crashed",
      done: hostile(),
      scan: verdict.scan,
    };
    const scene = {
      track,
      job: { issue: 42, kind: "task" as const, task: "T02" as const, attempt: 1 },
      bound: { head: sha("a1"), planTree: sha("f1") },
      checks: [aCheck({ name: hostile(), command: hostile(), tail: hostile(), ok: false })],
      manifest,
    };
    return { scene, said, problems };
  }

  it.each(textsIn("markdown"))("does nothing in %s", (type) => {
    for (const seed of seeds) {
      const { scene, said, problems } = sceneOf(seed);
      for (const more of [{}, { problems }]) {
        const text = renderWords({ type, ...said, ...more } as Words, scene);
        // The one closing word is ours: the plan's pull request closes its issue.
        const rest = type === "plan-body" ? text.replace("\n\nCloses #42\n\n", "\n\n") : text;
        expect(rest).not.toMatch(/^(?:close|fix|resolve)[sd]?:? +#42/im);
        expectHarmlessFor(rest, seed, own(scene.track, scene.manifest));
      }
    }
  });

  it.each(textsIn("line"))("does nothing in %s", (type) => {
    for (const seed of seeds) {
      const { scene, said } = sceneOf(seed);
      expectPlain(renderWords({ type, ...said } as Words, scene), own(scene.track));
    }
  });

  it.each(textsIn("message"))("does nothing in %s", (type) => {
    for (const seed of seeds) {
      const { scene, said } = sceneOf(seed);
      const [subject = "", blank, ...trailers] = renderWords({ type, ...said } as Words, scene).split("\n");
      expectPlain(subject, own(scene.track));
      expect([blank, ...trailers]).toEqual(["", expect.stringMatching(/^Gsd-Job: [\w/.-]+$/)]);
    }
  });

  it("does nothing in what a checkup says", () => {
    for (const seed of seeds) {
      const diagnoses = Object.values(diagnosisSamples(hostileText(random(seed))));
      const text = summariseCheckup({ name: "acme/tally", url: ".." }, { diagnoses, blindSpots: ["rules"] });
      expectHarmlessFor(text, seed, { people: [], numbers: [] });
      expect(text).toContain(describeFindings({ diagnoses }));
      for (const diagnosis of diagnoses) {
        const words = annotateDiagnosis(diagnosis, namingOf({ name: "acme/tally", url: ".." }));
        expect(words).toMatch(/^\S.*\.$/);
      }
    }
  });

  it("does nothing in what stands beside a head", () => {
    for (const seed of seeds) {
      const next = random(seed);
      const hostile = () => hostileText(next);
      const lines = aFinding({ message: hostile(), suggestion: hostile(), rule: hostile(), line: 3 });
      const track = tracks[seed - 1] ?? plain;
      const head = {
        sha: sha("e1"),
        task: "T02" as const,
        verdict: "unsure" as const,
        checks: "passed" as const,
        findings: [lines],
        signals: signalSamples(hostile()),
      };
      const check = renderHeadCheck(track, head, { at: at(0), page: ".." });
      expectHarmlessFor(check.summary, seed, own(track));
      expectPlain(check.title, own(track));
      for (const annotation of check.annotations) {
        expectPlain(annotation.title, own(track));
        // GitHub shows these words as they are, so only what nobody can see would deceive.
        expect(cleanText(annotation.message).text).toBe(annotation.message);
      }
      expect(check.annotations.length).toBeGreaterThan(0);
    }
  });

  it("does nothing in the summary of all tracks", () => {
    for (const seed of seeds) {
      const view = viewRepository([tracks[seed - 1] ?? plain]);
      const problem = { path: hostileText(random(seed)), what: hostileText(random(seed)) };
      const source = { url: "..", commit: sha("a1"), at: "2026-01-01T00:00:00.000Z", problems: [problem] };
      const text = summariseStatus(view, source);
      expectHarmlessFor(text, seed, own(plain));
      expect(text).toContain(describeWaiting(view));
      expect(describeLedgerProblem(problem)).toContain(problem.what);
    }
  });

  it("does nothing in other messages and in the summary of a job", () => {
    for (const seed of seeds) {
      const next = random(seed);
      const { scene } = sceneOf(seed);
      expectPlain(mergeTitle(scene.track, "T01", 11), own(scene.track));
      const merge = { task: "T01" as const, attempt: 1, pull: 11 };
      expectPlain(rollbackMergeTitle(scene.track, merge), own(scene.track));
      const { issue } = scene.track;
      for (const line of mergeTrailers(scene.track, { issue, kind: "task", task: "T01", attempt: 1 }).split(
        "\n",
      ))
        expectPlain(line, own(scene.track));
      expectPlain(archiveMessage(scene.track));
      expectPlain(unfoldMessage({ ...scene.track, defaultBranch: hostileText(next) }));
      expectPlain(ledgerMessage(scene.track, hostileText(next)).replace("[skip ci]", ""));
      expectPlain(
        updateMessage({ from: hostileText(next), into: hostileText(next), key: "k" }).split("\n")[0] ?? "",
      );
      expectHarmlessFor(fullReport(scene.manifest), seed, own(scene.manifest));
      const problem = {
        file: hostileText(next),
        path: hostileText(next),
        message: hostileText(next),
        line: 1,
      };
      expectHarmlessFor(
        summariseInspection({ counts: noCounts, problems: [problem] }),
        seed,
        own(scene.manifest),
      );
    }
  });
});

/** Nothing was looked at but what is wrong. */
const noCounts = Object.fromEntries(inspectedKinds.map((kind) => [kind, 0])) as Inspection["counts"];

function expectHarmlessFor(text: string, seed: number, allowed: ReturnType<typeof own>): void {
  try {
    expectHarmless(text, allowed);
  } catch (cause) {
    throw new Error(
      `with seed ${seed}: ${cause instanceof Error ? cause.message : cause}\n${text.slice(0, 3_000)}`,
      { cause },
    );
  }
}
