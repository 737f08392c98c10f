import { command } from "./kinds.ts";

/** How the whole of a track is verified, besides by the repository's own commands. */
export interface VerificationConfig {
  /** Runs once all tasks are merged, and never before. */
  e2e?: string;
  /** Where people can look at a branch; nothing of ours ever asks for it. */
  preview?: string;
  /** Where tests leave what they covered, in place of the usual files. */
  lcov?: string[];
  /** Percent of a change's lines that tests have to run. */
  coverage?: number;
}

/** Where tools write it unless told otherwise. */
export const usualLcov: readonly string[] = ["coverage/lcov.info", "lcov.info"];

export const verificationProperty = {
  type: "object",
  additionalProperties: false,
  description: "How a track as a whole is verified; see docs/verification.md.",
  properties: {
    e2e: {
      ...command,
      description:
        "End-to-end tests: run in the sandbox once all tasks are merged, and not for each of them.",
    },
    preview: {
      title: "an address such as https://{branch}.preview.example.org",
      type: "string",
      pattern: "^https?://[A-Za-z0-9.{}:_~/?#=&%+-]{1,300}$",
      description:
        "Where people can look at a branch. `{branch}`, `{pull}` and `{issue}` are filled in. It is shown in pull requests and told to the verifier; gsd never opens it.",
    },
    lcov: {
      type: "array",
      maxItems: 10,
      items: { type: "string", minLength: 1, maxLength: 200 },
      description:
        "Files in which `commands.test` leaves what it covered, as lcov. Where nothing is written, `coverage/lcov.info` and `lcov.info`.",
    },
    coverage: {
      type: "number",
      minimum: 0,
      maximum: 100,
      description:
        "Percent of the lines of a change that tests have to run. Below it the review says so first, and the task never merges by itself.",
    },
  },
} as const;
