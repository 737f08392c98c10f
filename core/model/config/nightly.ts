import { count } from "./kinds.ts";

/** What is planned by itself, when, and how much of it. */
export interface Nightly {
  /** Hours of the day (UTC), such as `22-06`; any hour where it is not written. */
  window?: string;
  /** Open tracks at most, whoever started them. */
  tracks: number;
  label: string;
  /** Whether the issues of the current milestone count too. */
  milestone: boolean;
  /** Labels, the most urgent first, in place of the usual ones. */
  priorities?: string[];
}

export const nightlyProperty = {
  type: "object",
  additionalProperties: false,
  description:
    "Plans issues of the backlog by itself, within the day's budget, and never approves; off where it is not written. See docs/backlog.md.",
  properties: {
    window: {
      title: 'hours of the day (UTC) such as "22-06"',
      type: "string",
      pattern: "^([01]?\\d|2[0-3])-([01]?\\d|2[0-4])$",
      description:
        'When it may start something: hours (UTC) such as "22-06". At any hour where it is not written.',
    },
    tracks: count(1, 50, 3, "Open tracks at most, whoever started them: with so many it starts none."),
    label: {
      type: "string",
      minLength: 1,
      maxLength: 50,
      default: "gsd:backlog",
      description: "The label of issues that it may plan.",
    },
    milestone: {
      type: "boolean",
      default: true,
      description: "Whether the issues of the current milestone count too.",
    },
    priorities: {
      type: "array",
      maxItems: 20,
      items: { type: "string", minLength: 1, maxLength: 50 },
      description:
        "Labels that say what comes first, the most urgent first. Where it is not written, the usual ones: `P0` to `P4`, `priority: high` and the like.",
    },
  },
} as const;
