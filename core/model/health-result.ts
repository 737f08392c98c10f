import { sha } from "./ids.ts";
import { checksSchema } from "./manifest.ts";
import { noteSchema } from "./note.ts";
import { type Infer, list, object, shared } from "./schema.ts";

/** What the repository's own commands said about a commit that no agent has touched. */
export const healthResultSchema = shared(
  "health-result",
  object({
    sha,
    /** `setup` first, if there is one; output is kept only of what failed. */
    checks: checksSchema,
    /** What a person should know: what was guessed and left out, which languages are there in another version. */
    notes: list(noteSchema, 20),
  }),
);
export type HealthResult = Infer<typeof healthResultSchema>;
