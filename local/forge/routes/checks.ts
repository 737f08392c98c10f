import { objects, optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { emit } from "../emit.ts";
import { readCommit } from "../git/git-repo.ts";
import { created, found, invalid, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { checkRunShape, checkSuiteShape, suiteState } from "../shapes/check.ts";
import { type App, appOf } from "../state/account.ts";
import type { Annotation, CheckRun, CheckSuite } from "../state/check.ts";
import { commitNamed } from "./repos.ts";

const repo = "/repos/{owner}/{repo}";

export const checkRoutes: Routes = {
  [`POST ${repo}/check-runs`]: createCheckRun,
  [`GET ${repo}/check-runs/{check_run_id}`]: (call) =>
    ok(checkRunShape(call.world, call.repo, checkRunOf(call))),
  [`PATCH ${repo}/check-runs/{check_run_id}`]: updateCheckRun,
  [`GET ${repo}/check-runs/{check_run_id}/annotations`]: (call) =>
    pages(checkRunOf(call).annotations.map((annotation) => annotationShape(call, annotation))),
  [`GET ${repo}/commits/{ref}/check-runs`]: (call) => {
    const sha = commitNamed(call, call.params["ref"]!);
    return listRuns(call, (run) => run.headSha === sha);
  },
  [`GET ${repo}/commits/{ref}/check-suites`]: listSuites,
  [`GET ${repo}/check-suites/{check_suite_id}`]: (call) =>
    ok(checkSuiteShape(call.world, call.repo, suiteOf(call))),
  [`GET ${repo}/check-suites/{check_suite_id}/check-runs`]: (call) => {
    const suite = suiteOf(call);
    return listRuns(call, (run) => run.suite === suite.id);
  },
};

function checkRunOf(call: Call): CheckRun {
  return found(call.repo.checkRuns.get(Number(call.params["check_run_id"])));
}

function suiteOf(call: Call): CheckSuite {
  const suite = call.world.suites.get(Number(call.params["check_suite_id"]));
  return found(suite?.repo === call.repo.fullName ? suite : undefined);
}

function createCheckRun(call: Call) {
  const { world, repo, body } = call;
  const app = appOf(call.actor);
  if (!app) throw new Refusal(403, "You must authenticate via a GitHub App.");
  const headSha = text(body, "head_sha", "CheckRun");
  if (!readCommit(repo.git, headSha)) throw new Refusal(422, `No commit found for SHA: ${headSha}`);
  const run: CheckRun = {
    id: world.nextId(),
    suite: suiteFor(call, app, headSha).id,
    name: text(body, "name", "CheckRun"),
    headSha,
    status: "queued",
    conclusion: null,
    externalId: "",
    detailsUrl: null,
    startedAt: timestamp(world),
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
    app,
  };
  applyChange(call, run);
  repo.checkRuns.set(run.id, run);
  tell(call, run, "created");
  if (run.status === "completed") tell(call, run, "completed");
  tellSuite(call, run);
  return created(checkRunShape(world, repo, run));
}

/** Check runs made by a workflow's token land in whatever suite GitHub Actions has on that commit. */
function suiteFor(call: Call, app: App, headSha: string): CheckSuite {
  const { world, repo } = call;
  const known = [...world.suites.values()].find(
    (suite) => suite.repo === repo.fullName && suite.headSha === headSha && suite.app.id === app.id,
  );
  if (known) return known;
  const headBranch = [...repo.git.refs].find(
    ([ref, sha]) => ref.startsWith("refs/heads/") && sha === headSha,
  )?.[0];
  const suite: CheckSuite = {
    id: world.nextId(),
    repo: repo.fullName,
    headSha,
    headBranch: headBranch?.slice(11) ?? null,
    app,
    createdAt: timestamp(world),
  };
  world.suites.set(suite.id, suite);
  return suite;
}

function applyChange(call: Call, run: CheckRun): void {
  const { body, world } = call;
  run.name = optionalText(body, "name") ?? run.name;
  run.externalId = optionalText(body, "external_id") ?? run.externalId;
  run.detailsUrl = optionalText(body, "details_url") ?? run.detailsUrl;
  run.startedAt = optionalText(body, "started_at") ?? run.startedAt;
  const conclusion = optionalText(body, "conclusion");
  run.status =
    (optionalText(body, "status") as CheckRun["status"]) ?? (conclusion ? "completed" : run.status);
  if (conclusion) run.status = "completed";
  if (run.status === "completed") {
    run.conclusion = conclusion ?? run.conclusion;
    if (!run.conclusion) throw invalid({ resource: "CheckRun", field: "conclusion", code: "missing_field" });
    run.completedAt = optionalText(body, "completed_at") ?? run.completedAt ?? timestamp(world);
  } else {
    run.conclusion = null;
    run.completedAt = null;
  }
  applyOutput(run, body["output"]);
}

function applyOutput(run: CheckRun, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const output = value as Record<string, unknown>;
  run.output = {
    title: text(output, "title", "CheckRun"),
    summary: text(output, "summary", "CheckRun"),
    text: optionalText(output, "text") ?? null,
  };
  const annotations = objects(output, "annotations");
  if (annotations.length > 50)
    throw new Refusal(
      422,
      "Invalid request.\n\nNo more than 50 items are allowed; 50 annotations per request.",
    );
  run.annotations.push(
    ...annotations.map((one) => ({ title: null, raw_details: null, ...one }) as Annotation),
  );
}

function updateCheckRun(call: Call) {
  const run = checkRunOf(call);
  const app = appOf(call.actor);
  if (!app) throw new Refusal(403, "You must authenticate via a GitHub App.");
  if (app.id !== run.app.id)
    throw new Refusal(
      403,
      `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
    );
  const before = run.status;
  applyChange(call, run);
  if (run.status === "completed" && before !== "completed") {
    tell(call, run, "completed");
    tellSuite(call, run);
  }
  return ok(checkRunShape(call.world, call.repo, run));
}

function tell(call: Call, run: CheckRun, action: string): void {
  const { world, repo, actor } = call;
  const suite = checkSuiteShape(world, repo, world.suites.get(run.suite)!);
  const check_run = { ...checkRunShape(world, repo, run), check_suite: suite };
  emit(world, repo, { event: "check_run", action, actor, payload: { check_run } });
}

/** A suite is complete when its last check is; GitHub says so to Apps alone, a workflow hears of no suite that a program made. */
function tellSuite(call: Call, run: CheckRun): void {
  const { world, repo, actor } = call;
  const suite = world.suites.get(run.suite);
  if (!suite || suiteState(world, repo, suite).status !== "completed") return;
  const payload = { check_suite: checkSuiteShape(world, repo, suite) };
  emit(world, repo, { event: "check_suite", action: "completed", actor, payload, only: "apps" });
}

function listRuns(call: Call, wanted: (run: CheckRun) => boolean) {
  const { query, world, repo } = call;
  const [name, status, app] = [query.get("check_name"), query.get("status"), query.get("app_id")];
  const hits = [...repo.checkRuns.values()].filter(
    (run) =>
      wanted(run) &&
      (!name || run.name === name) &&
      (!status || run.status === status) &&
      (!app || run.app.id === Number(app)),
  );
  const latest = query.get("filter") === "all" ? hits : newestByName(hits);
  return pages(
    latest.map((run) => checkRunShape(world, repo, run)),
    (check_runs, total_count) => ({ total_count, check_runs }),
  );
}

function newestByName(runs: CheckRun[]): CheckRun[] {
  return [...new Map(runs.map((run) => [`${run.suite} ${run.name}`, run])).values()].toReversed();
}

function listSuites(call: Call) {
  const { world, repo } = call;
  const sha = commitNamed(call, call.params["ref"]!);
  const hits = [...world.suites.values()].filter(
    (suite) => suite.repo === repo.fullName && suite.headSha === sha,
  );
  return pages(
    hits.map((suite) => checkSuiteShape(world, repo, suite)),
    (check_suites, total_count) => ({ total_count, check_suites }),
  );
}

function annotationShape(call: Call, annotation: Annotation) {
  const page = `${call.world.urls.server}/${call.repo.fullName}`;
  return {
    ...annotation,
    start_column: null,
    end_column: null,
    blob_href: `${page}/blob/${checkRunOf(call).headSha}/${annotation.path}`,
  };
}
