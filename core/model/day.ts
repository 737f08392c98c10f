/** What all tracks of a repository spent on one day (UTC): `days/<date>.json` of the ledger. */
export interface Day {
  version: 1;
  usd: number;
}

export const daySchema = {
  type: "object",
  required: ["version", "usd"],
  properties: { version: { const: 1 }, usd: { type: "number", minimum: 0 } },
} as const;
