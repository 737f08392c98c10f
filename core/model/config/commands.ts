import { command } from "./kinds.ts";

/** The repository's own checks, in the order in which they run. */
export const checkNames = ["lint", "typecheck", "test", "build"] as const;
export type CheckName = (typeof checkNames)[number];

/** All that can run, in its order: end-to-end tests only where a whole track is verified. */
export const runNames = [...checkNames, "e2e"] as const;

/** The commands that a job runs, configured or detected. */
export type Commands = Partial<Record<(typeof runNames)[number], string>>;

/** A command, or `false` to have none. */
const optional = (description: string) => ({ anyOf: [command, { const: false }], description }) as const;

export const commandsProperty = {
  type: "object",
  additionalProperties: false,
  default: {},
  description:
    "The repository's own checks, run in the sandbox on the base, on every change and at verification.",
  properties: {
    lint: optional("Finds style problems."),
    typecheck: optional("Checks types."),
    test: optional("Runs the tests."),
    build: optional("Builds the project."),
  },
} as const;
