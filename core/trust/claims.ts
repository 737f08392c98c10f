import { type Infer, object, text, word } from "../model/schema.ts";
import { createValidator } from "../model/validate.ts";

const name = "[\\w.-]{1,100}/[\\w.-]{1,100}";
const number = "[1-9]\\d{0,15}";

/** What GitHub says of a job in its OIDC token, as far as we go by it: https://docs.github.com/en/actions/reference/security/oidc */
const claimsSchema = object({
  repository: word(`^${name}$`),
  repository_id: word(`^${number}$`),
  event_name: word("^[a-z_]{1,50}$"),
  ref: text(300),
  /** The workflow that was started: the stub. */
  workflow_ref: text(600),
  /** The file that the job stands in, and its commit. */
  job_workflow_ref: word(`^${name}/\\.github/workflows/[\\w.-]{1,100}@.{1,300}$`),
  job_workflow_sha: word("^[0-9a-f]{40}$"),
  run_id: word(`^${number}$`),
  run_attempt: word(`^${number}$`),
  runner_environment: word("^(github-hosted|self-hosted)$"),
});
export type Claims = Infer<typeof claimsSchema>;

const validate = createValidator<Claims>(claimsSchema);

/** The claims of a job; undefined for a token that is not one's. */
export function readClaims(value: unknown): Claims | undefined {
  const checked = validate(value);
  return checked.ok ? checked.value : undefined;
}
