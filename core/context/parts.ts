/** What a context is made of. */
export type PartName =
  | "title"
  | "acceptance"
  | "files"
  | "spec"
  | "constraints"
  | "gotchas"
  | "patterns"
  | "lessons"
  | "feedback";

export interface PartRule {
  /** As an agent reads it; none for the task's own words. */
  heading?: string;
  /** Bytes that are its own, whatever the others need. */
  share: number;
  /** Most entries. */
  lines: number;
  /** Most bytes of one entry. */
  lineBytes: number;
  /** All it may ever take. */
  most: number;
}

/** The whole, with the marks around it: what a prompt spends on its task. */
export const maxContextBytes = 3_000;

/** Room for the marks of untrusted text. */
const marks = 64;
export const maxTextBytes = maxContextBytes - marks;

const rest = maxTextBytes;

/** In the order in which they are read. */
export const partRules: Readonly<Record<PartName, PartRule>> = {
  title: { share: 110, lines: 1, lineBytes: 107, most: 110 },
  acceptance: { heading: "Done when", share: 400, lines: 50, lineBytes: rest, most: rest },
  files: { heading: "Files", share: 400, lines: 10, lineBytes: 200, most: 1_000 },
  spec: { share: 600, lines: 20, lineBytes: rest, most: rest },
  constraints: { heading: "Constraints", share: 250, lines: 5, lineBytes: 100, most: 500 },
  gotchas: { heading: "Watch out for", share: 200, lines: 3, lineBytes: 100, most: 300 },
  patterns: { heading: "Patterns to follow", share: 250, lines: 5, lineBytes: 100, most: 500 },
  lessons: { heading: "Learned from earlier work here", share: 200, lines: 3, lineBytes: 200, most: 400 },
  feedback: { heading: "What was wrong before", share: 400, lines: 20, lineBytes: 1_000, most: rest },
};

/** Who gets the room that others leave, first to last. */
export const hungriest: readonly PartName[] = [
  "feedback",
  "acceptance",
  "spec",
  "files",
  "constraints",
  "gotchas",
  "patterns",
  "lessons",
];
