import { instant } from "./ids.ts";
import { amount, type Infer, object, only, record, text } from "./schema.ts";

/** What all tracks of a repository spent on one day (UTC), and what jobs under way may still spend: `days/<date>.json` of the ledger. */
export const daySchema = object({
  version: only(2),
  /** US dollars, settled. */
  usd: amount(),
  /** By job key: the most that it may spend, until when. */
  reserved: record(text(60), object({ usd: amount(), until: instant })),
  /** By job key: what it came to, so that settling it again changes nothing. */
  settled: record(text(60), amount()),
});
export type Day = Infer<typeof daySchema>;
