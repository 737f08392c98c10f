import { GsdError } from "../core/gsd-error.ts";

const shortest = 20;
const advice =
  "make one with `openssl rand -hex 32`, then set it in the App's settings and as WEBHOOK_SECRET (docs/install-app.md).";

/** Secrets made of nothing but these are the defaults and placeholders of guides; `development` is probot's own. */
const placeholder =
  /^(?:development|production|secrets?|change|me|it|this|your?|my|the|an?|webhooks?|github|gsd|probot|app|here|please|replace|insert|enter|with|to|of|is|in|example|sample|test(?:ing)?|default|dummy|placeholder|password|token|key|value|string|long|super|very|random|some|[\W\d_])+$/i;

/** The webhook secret; one that others know lets anyone send us events, so it is refused. It is never shown. */
export function parseWebhookSecret(value: string | undefined): string {
  if (!value?.trim()) throw refuse("is not set");
  if (placeholder.test(value) || new Set(value).size < 6) throw refuse("is a default or a placeholder");
  if (value.length < shortest) throw refuse(`is shorter than ${shortest} characters`);
  return value;
}

function refuse(why: string): GsdError {
  return new GsdError("webhook-secret", `WEBHOOK_SECRET ${why}, so anyone could forge events; ${advice}`);
}
