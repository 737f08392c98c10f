import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownRoot } from "../adapters/own-root.ts";
import { GsdError } from "../core/gsd-error.ts";

/** Everything the action is told by its runner. Read here and nowhere else. */
export interface Environment {
  /** Which part of a job this is; for people's own workflows there is a command instead. */
  zone: string;
  command: string;
  /** For `doctor`: whether what is missing only makes a warning. */
  warnOnly: boolean;
  /** Where the repository is checked out. */
  workspace: string;
  token: string;
  apiUrl: string;
  /** Where people see the repository. */
  serverUrl: string;
  owner: string;
  repo: string;
  runId: number;
  runAttempt: number;
  /** The job within the run, for the name of its loop. */
  jobName: string;
  event: { name: string; payload: unknown };
  /** The branch or tag that the workflow file came from, as `refs/heads/main`. */
  ref: string;
  /** The job of a leg. */
  key: string;
  /** Work tree of the agent zone; folder of the artifact. */
  tree: string;
  out: string;
  /** Where the first step of a leg keeps its job for the next. */
  jobFile: string;
  /** Folder of the transcripts and the usage logs. */
  logs: string;
  /** Where the step's outputs and its summary are written; empty where there is no runner. */
  outputFile: string;
  summaryFile: string;
  /** The App that gives publish a token, where CI is trusted; empty where the stub names none. */
  app: string;
  /** Where a job asks GitHub to say who it is, and with what; empty without `id-token: write`. */
  identityUrl: string;
  identityToken: string;
  /** Names of the secrets that are set; undefined where the workflow does not say. */
  secrets: string[] | undefined;
  /** The stub's file name: where jobs are dispatched to. */
  workflow: string;
  /** Where the release tree is: agents/ and rules/. */
  root: string;
  hosted: boolean;
  /** Set by `gsd local` only: a script outside of the repository, and leave to run without bubblewrap. */
  script?: string;
  allowMissingSandbox: boolean;
  /** The providers' keys; the gateway holds the one it needs, and no sandbox sees any. */
  keys: Partial<Record<string, string>>;
  /** Where engines are installed. */
  cache: string;
  /** What programs outside the sandbox need: where they are found, and npm's settings. */
  host: Record<string, string | undefined>;
  /** Where traces go, as OpenTelemetry names it; only control and publish are told. */
  otel: Partial<Record<(typeof otelNames)[number], string>>;
  /** Set by tests only: how far this machine's clock is ahead. */
  clockOffsetMs: number;
  /** How long a leg waits for whoever dispatched it to write down that it did; tests wait less. */
  patienceMs: number;
}

const otelNames = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_SERVICE_NAME"] as const;

const forHost =
  /^(PATH|HOME|RUNNER_TOOL_CACHE|npm_config_.*|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|PIP_(EXTRA_)?INDEX_URL|GOPROXY|GOSUMDB|GONOSUMDB|GOPRIVATE|YARN_NPM_REGISTRY_SERVER|COREPACK_NPM_REGISTRY)$/i;

/** Reads the runner's environment; what is missing is said by name. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const [owner = "", repo = ""] = required(env, "GITHUB_REPOSITORY").split("/");
  const apiUrl = required(env, "GITHUB_API_URL");
  const eventPath = env.GITHUB_EVENT_PATH;
  return {
    zone: env.INPUT_ZONE ?? "",
    command: env.INPUT_COMMAND ?? "",
    warnOnly: readSwitch(env, "warn-only"),
    workspace: resolve(env.GITHUB_WORKSPACE ?? ".", env.INPUT_PATH ?? ""),
    token: required(env, "INPUT_TOKEN"),
    apiUrl,
    serverUrl: env.GITHUB_SERVER_URL ?? "https://github.com",
    owner,
    repo,
    runId: Number(required(env, "GITHUB_RUN_ID")),
    runAttempt: Number(env.GITHUB_RUN_ATTEMPT ?? "1"),
    jobName: env.GITHUB_JOB ?? "job",
    event: {
      name: env.GITHUB_EVENT_NAME ?? "",
      payload: eventPath && existsSync(eventPath) ? JSON.parse(readFileSync(eventPath, "utf8")) : {},
    },
    ref: env.GITHUB_REF ?? "",
    key: env.INPUT_KEY ?? "",
    tree: env.INPUT_TREE ?? "",
    out: env.INPUT_OUT ?? "",
    jobFile: join(env.RUNNER_TEMP ?? tmpdir(), `gsd-job-${env.GITHUB_RUN_ID}.json`),
    logs: env.INPUT_LOGS || join(env.RUNNER_TEMP ?? tmpdir(), "gsd-logs"),
    outputFile: env.GITHUB_OUTPUT ?? "",
    summaryFile: env.GITHUB_STEP_SUMMARY ?? "",
    app: (env.INPUT_APP ?? "").trim().replace(/\/+$/, ""),
    identityUrl: env.ACTIONS_ID_TOKEN_REQUEST_URL ?? "",
    identityToken: env.ACTIONS_ID_TOKEN_REQUEST_TOKEN ?? "",
    secrets: env.INPUT_SECRETS ? env.INPUT_SECRETS.split(/\s+/).filter(Boolean) : undefined,
    workflow: readWorkflow(env.INPUT_WORKFLOW || workflowFile(env.GITHUB_WORKFLOW_REF ?? "")),
    root: ownRoot(),
    hosted: env.RUNNER_ENVIRONMENT === "github-hosted",
    ...(env.GSD_SCRIPT ? { script: env.GSD_SCRIPT } : {}),
    allowMissingSandbox: env.GSD_ALLOW_MISSING_SANDBOX === "true",
    keys: pick(env, ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"]),
    cache: env.GSD_ENGINE_CACHE ?? join(env.RUNNER_TOOL_CACHE ?? env.RUNNER_TEMP ?? tmpdir(), "gsd-engines"),
    host: Object.fromEntries(Object.entries(env).filter(([name]) => forHost.test(name))),
    otel: pick(env, [...otelNames]),
    clockOffsetMs: Number(env.GSD_CLOCK_OFFSET_MS ?? "0"),
    patienceMs: Number(env.GSD_PATIENCE_MS ?? "120000"),
  };
}

function pick<Name extends string>(env: NodeJS.ProcessEnv, names: Name[]): Partial<Record<Name, string>> {
  const found = names.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return Object.fromEntries(found) as Partial<Record<Name, string>>;
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new GsdError(
    "environment",
    `${name} is not set; gsd's action runs in GitHub Actions, see docs/install.md.`,
  );
}

/** An input that is on or off; the runner writes its name in capitals and leaves its hyphens. */
function readSwitch(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = env[`INPUT_${name.toUpperCase()}`] || "false";
  if (value === "true" || value === "false") return value === "true";
  throw new GsdError("environment", `\`${name}\` is given as "${value}"; set it to true or false.`);
}

function readWorkflow(value: string): string {
  if (/^[\w.-]+\.ya?ml$/.test(value)) return value;
  throw new GsdError(
    "workflow",
    `The workflow is given as "${value}"; set it to the file name of the workflow that runs jobs, such as gsd.yml.`,
  );
}

/** `owner/repo/.github/workflows/gsd.yml@refs/heads/main` → `gsd.yml`. */
function workflowFile(ref: string): string {
  return /\/([^/@]+)@/.exec(ref)?.[1] ?? "gsd.yml";
}
