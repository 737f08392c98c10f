/** How `gsd` ends. */
export const exitCodes = {
  good: 0,
  failed: 1,
  usage: 2,
  findings: 3,
  interrupted: 130,
} as const;

/** What each means, for docs/cli.md. */
export const exitMeanings: Record<keyof typeof exitCodes, string> = {
  good: "All is well.",
  failed: "It could not be done; the last line says why and what to do.",
  usage: "It was called wrongly.",
  findings: "It was done, and found something that a person has to look at.",
  interrupted: "Ctrl-C.",
};
