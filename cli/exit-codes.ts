/** How `gsd` ends. */
export const exitCodes = {
  good: 0,
  failed: 1,
  usage: 2,
  findings: 3,
  interrupted: 130,
} as const;

export const exitNames = Object.keys(exitCodes) as (keyof typeof exitCodes)[];

/** What each means, for the help and docs/cli.md. */
export const exitMeanings: Record<(typeof exitNames)[number], string> = {
  good: "All is well.",
  failed: "It could not be done; the last line says why and what to do.",
  usage: "It was called wrongly.",
  findings: "It was done, and found something that a person has to look at.",
  interrupted: "Ctrl-C.",
};
