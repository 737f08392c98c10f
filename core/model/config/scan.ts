/** Something that the scanner finds and that people want: what, where, why, and until when. */
export interface AllowEntry {
  class: "secret" | "injection" | "traversal" | "privilege" | "supply";
  paths: string[];
  reason: string;
  /** The last day on which it counts, as `2027-01-31`. */
  until: string;
}

/** What people say to the scanner. */
export interface ScanConfig {
  allow: AllowEntry[];
}

export const scanProperty = {
  type: "object",
  additionalProperties: false,
  description: "What the scanner of changes lets pass; see docs/scanner.md.",
  properties: {
    allow: {
      type: "array",
      maxItems: 100,
      default: [],
      description: "Findings that are meant to be there. Each entry has a reason and an end.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["class", "paths", "reason", "until"],
        properties: {
          class: {
            enum: ["secret", "injection", "traversal", "privilege", "supply"],
            description: "What is found.",
          },
          paths: {
            type: "array",
            minItems: 1,
            maxItems: 50,
            items: { type: "string", minLength: 1, maxLength: 200 },
            description: "Where: paths, folders and globs.",
          },
          reason: { type: "string", minLength: 1, maxLength: 500, description: "Why it is fine." },
          until: {
            title: "a day such as 2027-01-31",
            type: "string",
            pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
            description: "The last day on which it counts. After it, gsd says that it has ended.",
          },
        },
      },
    },
  },
} as const;
