import { instant, sha } from "./ids.ts";
import { type Infer, object, text } from "./schema.ts";

/** Who approved which commit, and when. */
export const approvalSchema = object({ sha, by: text(100), at: instant });
export type Approval = Infer<typeof approvalSchema>;
