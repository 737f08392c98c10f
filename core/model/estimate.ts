import { amount, type Infer, integer, object } from "./schema.ts";

/** What a task was expected to take when its plan was proposed: tokens, US dollars, minutes of its runs. */
export const estimateSchema = object({ tokens: integer(), usd: amount(), minutes: amount() });
export type Estimate = Infer<typeof estimateSchema>;
