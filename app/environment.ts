import { readFileSync } from "node:fs";
import { ownRoot } from "../adapters/own-root.ts";
import { type ErrorCode, GsdError } from "../core/gsd-error.ts";
import { parsePrivateKey } from "./parse-private-key.ts";
import { parseWebhookSecret } from "./parse-webhook-secret.ts";
import { type NumberSettings, readNumbers } from "./read-numbers.ts";
import { type PagesSettings, readPages } from "./read-pages.ts";
import { readQueueUrl } from "./read-queue-url.ts";
import { readTrusted, type TrustedSettings } from "./read-trusted.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Everything the App is told by whoever starts it. Read here and nowhere else. */
export interface Environment {
  appId: number;
  /** PEM, PKCS#8. */
  privateKey: string;
  webhookSecret: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  apiUrl: string;
  logLevel: LogLevel;
  /** The stub's file name in the users' repositories. */
  workflow: string;
  /** Minutes between two ticks of a repository; 0 for none. */
  tickMinutes: number;
  /** Set where people may sign in to the pages about tracks. */
  pages?: PagesSettings;
  /** Set where the App may give tokens to jobs. */
  trusted?: TrustedSettings;
  /** A Redis or Valkey that several replicas share; without it work waits in this process. */
  queueUrl?: string;
  /** Metrics and traces, as far as somebody asked for them. */
  numbers: NumberSettings;
  /** Where the release tree is: agents/ and rules/. */
  root: string;
  /** Set by tests only: how far this machine's clock is ahead. */
  clockOffsetMs: number;
}

/** Reads what the App needs; refuses with a sentence that says what to set. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const apiUrl = readUrl(env.GITHUB_API_URL || "https://api.github.com");
  const trusted = readTrusted(env, apiUrl);
  const pages = readPages(env);
  const environment: Environment = {
    appId: readAppId(env.APP_ID),
    privateKey: parsePrivateKey(env.PRIVATE_KEY || readKeyFile(env.PRIVATE_KEY_PATH)),
    webhookSecret: parseWebhookSecret(env.WEBHOOK_SECRET),
    // Nothing listens to the network before someone says so; in a container it is 0.0.0.0.
    host: env.HOST || "127.0.0.1",
    port: readPort(env.PORT),
    apiUrl,
    logLevel: readLogLevel(env.LOG_LEVEL || "info"),
    workflow: readWorkflow(env.GSD_WORKFLOW || "gsd.yml"),
    tickMinutes: readTickMinutes(env.GSD_TICK_MINUTES || "60"),
    numbers: readNumbers(env),
    root: ownRoot(),
    clockOffsetMs: Number(env.GSD_CLOCK_OFFSET_MS ?? "0") || 0,
  };
  const queueUrl = readQueueUrl(env.QUEUE_URL);
  if (queueUrl !== undefined) environment.queueUrl = queueUrl;
  if (trusted) environment.trusted = trusted;
  if (pages) environment.pages = pages;
  return environment;
}

function readAppId(value = ""): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw refusal(
    "app-id",
    `APP_ID is ${value ? "not a number" : "not set"}; set it to the "App ID" on the App's settings page.`,
  );
}

function readKeyFile(path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new GsdError(
      "private-key",
      `PRIVATE_KEY_PATH names ${path}, which cannot be read; point it at the .pem file of the App's private key.`,
      { cause },
    );
  }
}

function readPort(value = "3000"): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw refusal("port", `PORT is "${value}"; set it to a number from 0 (any free port) to 65535.`);
}

function readUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ["http:", "https:"].includes(url.protocol)) return value.replace(/\/+$/, "");
  throw refusal(
    "api-url",
    `GITHUB_API_URL is "${value}"; set it to https://api.github.com or https://<your server>/api/v3.`,
  );
}

function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((one) => one === value.toLowerCase());
  if (level) return level;
  throw refusal("log-level", `LOG_LEVEL is "${value}"; set it to one of ${logLevels.join(", ")}.`);
}

function readWorkflow(value: string): string {
  if (/^[\w.-]+\.ya?ml$/.test(value)) return value;
  throw refusal("workflow", `GSD_WORKFLOW is "${value}"; set it to a file name such as gsd.yml.`);
}

function readTickMinutes(value: string): number {
  const minutes = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
  if (minutes <= 1_440) return minutes;
  throw refusal(
    "tick-minutes",
    `GSD_TICK_MINUTES is "${value}"; set it to a number from 1 to 1440, or to 0 for no ticks.`,
  );
}

function refusal(code: ErrorCode, sentence: string): GsdError {
  return new GsdError(code, sentence);
}
