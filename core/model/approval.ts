import { instant, sha } from "./ids.ts";
import { type Infer, list, object, optional, text } from "./schema.ts";

/** Who approved which commit (of a plan: which tree), and when; `owns` are the owners of changed files that they are or speak for. */
export const approvalSchema = object({
  sha,
  by: text(100),
  at: instant,
  owns: optional(list(text(200), 100)),
});
export type Approval = Infer<typeof approvalSchema>;

/** Approvals of one head, by different people, where one may not be enough. */
export const approvalsSchema = list(approvalSchema, 50);
