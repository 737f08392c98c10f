import { spawn } from "node:child_process";
import { chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type LoadedManifest, loadManifest } from "../../adapters/git/load-manifest.ts";
import { newestAnswer } from "../../core/check/answers-of.ts";
import { refOf } from "../../core/codec/keys.ts";
import { draftAnswers } from "../../core/jobs/draft-answers.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { ClaimedJob, Resume } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import { rescueCrew } from "../../crew/rescue.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { aTrack } from "../builders/a-track.ts";
import { sampleOf } from "../faults/sample.ts";
import { answering, type Play, summary, told } from "./a-crew.ts";
import type { LegFile } from "./fixtures/one-leg.ts";

const entry = {
  id: "T01",
  title: "Do it",
  description: "Do it.",
  depends_on: [],
  acceptance: ["It is done"],
  scope: { files_hint: ["src/a.txt"] },
};
const document = (words: string) => answering({ document: `# A plan\n\n## Requirements\n\n${words}\n` });
const review = (severity: string) =>
  answering({ summary: "Looked.", findings: [{ path: "src/a.txt", severity, message: "Say fixed." }] });

/** Agents that decide by what they find, so that they come to the same end whenever they begin. */
const plays: Record<string, Play> = {
  task: {
    task: `echo work >src/a.txt; sleep 0.2; echo new >src/b.txt; ${summary}`,
    review: `sleep 0.2; if grep -q fixed src/a.txt; then ${review("nitpick")}; else ${review("blocker")}; fi`,
    fix: `echo fixed >>src/a.txt; sleep 0.2; ${summary}`,
  },
  plan: {
    spec: `sleep 0.1; ${document("spec")}`,
    arch: `sleep 0.3; ${document("arch")}`,
    qa: `sleep 0.5; ${document("qa")}`,
    backlog: `sleep 0.2; ${answering({ backlog: { version: 1, tasks: [entry] } })}`,
  },
};

const track = aTrack({ slug: "x", title: "X" });
const script = fileURLToPath(new URL("./fixtures/one-leg.ts", import.meta.url));

/** Runs a leg in a process of its own; tells the signal that ended it. */
function runLeg(tree: LegFile["tree"], leg: Omit<LegFile, "tree" | "paid">): Promise<string | null> {
  const file = join(tree.root, "leg.json");
  writeFileSync(file, JSON.stringify({ ...leg, tree, paid: join(tree.root, "paid") }));
  const child = spawn(process.execPath, [script, file], { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
}

function jobOf(recipe: string, base: string, resume?: Resume): ClaimedJob {
  const leg = {
    state: "claimed" as const,
    run: { id: 1, attempt: 1 },
    base: { branch: "b", sha: base, tree: base },
    deadline: "2026-11-18T00:00:00.000Z",
    ...(resume ? { resume } : {}),
  };
  if (recipe === "plan") return { issue: 42, kind: "plan", attempt: 1, ...leg };
  return { issue: 42, kind: "task", task: "T01", attempt: 1, ...leg };
}

/** What publish does with a leg that was cut short: the kept part as a commit, and how the next leg goes on from it. */
function keep(tree: WorkTree, recipe: string, loaded: LoadedManifest): Resume | undefined {
  const manifest = loaded.manifest as Manifest;
  const job = jobOf(recipe, tree.base);
  const { title, config } = track;
  const plan = draftAnswers({ title, manifest, documents: {}, protectedPaths: config.protected_paths });
  const kept = rowOf(job).keep({ track, job, manifest, plan, sound: manifest.changes });
  // As root, the tree was lent to the sandbox's user when its crew was killed.
  if (process.getuid?.() === 0) chownSync(tree.folder, 0, 0);
  tree.git("reset", "--quiet", "--hard", tree.base);
  tree.git("clean", "--quiet", "-fd");
  const commit = kept?.steps.find((step) => step.type === "commit");
  if (!kept || commit?.type !== "commit") return undefined;
  for (const file of commit.files) if ("text" in file) tree.write(file.path, file.text);
  for (const change of commit.changes) {
    if ("deleted" in change) continue;
    const content = loaded.file(change.sha256);
    if (content) tree.write(change.path, content);
  }
  const head = tree.commit("kept");
  tree.git("reset", "--quiet", "--hard", tree.base);
  return kept.resume({ head });
}

function spentIn(...manifests: Manifest[]): number {
  const steps = manifests.flatMap((manifest) => manifest.steps);
  const usd = steps.reduce((sum, step) => sum + (step.type === "agent" ? step.usd : 0), 0);
  return Math.round(usd * 100);
}

/** What the result is, whatever way led to it. */
function resultOf({ outcome, changes, steps }: Manifest) {
  const documents = steps.flatMap((step) =>
    step.type === "agent" && step.answer?.type === "document" && "value" in step.answer
      ? [[step.member, (step.answer.value as { document: string }).document.trim()]]
      : [],
  );
  return {
    outcome,
    changes,
    documents: Object.fromEntries(documents),
    backlog: newestAnswer({ steps }, "backlog"),
  };
}

/** A leg that nobody disturbs, and what it was billed for. */
async function undisturbed(recipe: string): Promise<{ manifest: Manifest; paid: string[] }> {
  using tree = aWorkTree();
  expect(await runLeg(tree, { recipe, play: plays[recipe] ?? {} })).toBeNull();
  return { manifest: (await loadManifest(tree.out)).manifest as Manifest, paid: paidIn(tree) };
}

function paidIn({ root }: WorkTree): string[] {
  const file = join(root, "paid");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

/** Kills a leg, rescues what it left, and goes on from that. */
async function killAndGoOn(tree: WorkTree, recipe: string, kill: LegFile["kill"]) {
  const play = plays[recipe] ?? {};
  expect(await runLeg(tree, { recipe, play, kill })).toBe("SIGKILL");
  const first = await rescueCrew({
    job: refOf(jobOf(recipe, tree.base)),
    base: tree.base,
    recipe,
    sandbox: "off",
    folder: tree.folder,
    out: tree.out,
    logs: join(tree.root, "logs"),
  });
  expect(first.outcome).toBe("lost");
  const resume = keep(tree, recipe, await loadManifest(tree.out));
  const next = { root: tree.root, folder: tree.folder, base: tree.base, out: join(tree.root, "out-2") };
  expect(await runLeg(next, { recipe, play, ...(resume ? { resume } : {}) })).toBeNull();
  const second = (await loadManifest(next.out)).manifest as Manifest;
  expect(spentIn(first, second)).toBe(paidIn(tree).length);
  return { first, second };
}

/** Who was paid more than once; reviewers have to look again, so they do not count. */
function paidTwice(tree: WorkTree): string[] {
  const paid = paidIn(tree);
  return paid.filter((name, index) => paid.indexOf(name) < index && !name.startsWith("review"));
}

const [task, plan] = await Promise.all([undisturbed("task"), undisturbed("plan")]);
const whole = { task, plan };

// Side by side: each has a tree and processes of its own.
describe.concurrent.each(["task", "plan"] as const)("a crew at work on a %s", (recipe) => {
  const { manifest: expected, paid: agents } = whole[recipe];

  it.each(
    sampleOf(
      expected.steps.map((_, index) => index),
      1,
    ),
  )(
    "that is killed after %i steps loses nothing, goes on, and ends as if nothing had happened",
    async (after) => {
      using tree = aWorkTree();
      const { first, second } = await killAndGoOn(tree, recipe, { after });
      expect(first.steps.length).toBeGreaterThanOrEqual(after);
      expect(resultOf(second)).toEqual(resultOf(expected));
      const killed = told(first).filter((step) => step.endsWith(" lost!"));
      expect(paidTwice(tree).length).toBeLessThanOrEqual(killed.length);
    },
  );

  it.each(sampleOf(agents, 1))(
    "that is killed while %s works loses nothing, and pays only that one again",
    async (name) => {
      using tree = aWorkTree();
      const { first, second } = await killAndGoOn(tree, recipe, { during: name });
      expect(resultOf(second)).toEqual(resultOf(expected));
      const killed = first.steps.filter(({ outcome }) => outcome === "lost");
      expect(killed.length).toBeGreaterThan(0);
      expect(killed.every((step) => step.type === "agent" && step.usd === 0.01)).toBe(true);
      expect(paidTwice(tree).length).toBeLessThanOrEqual(killed.length);
    },
  );
});
