import { count } from "./kinds.ts";

/** Bounds on what agents may use. */
export interface Limits {
  /** Tasks of one track that run at the same time. */
  parallel: number;
  /** Runs of one task without a result before a person is asked. */
  attempts: number;
  /** Rounds of fixes before what is left goes to a person. */
  fixes: number;
  /** Minutes that one step of a job may take. */
  minutes: number;
  /** Minutes that each planner may take. */
  plan_minutes: number;
  /** Largest file an agent may write, in bytes. */
  file_bytes: number;
  /** Most files that one task may change. */
  files: number;
  /** Lines that one task may add and remove before it is flagged. */
  lines: number;
  /** How often an agent may ask its model in one run. */
  turns: number;
  /** What the commands of one job may use of its runner, in MiB. */
  memory_mb: number;
  disk_mb: number;
  /** Its processors, all of them unless written. */
  cpus?: number;
  /** Risk, from 0 to 1, above which a task never merges by itself. */
  risk: number;
  /** Better versions of one task that are proposed without being asked for. */
  rebases: number;
  /** Comments with commands that one person may give in an hour. */
  commands: number;
}

export const limitsProperty = {
  type: "object",
  additionalProperties: false,
  default: {},
  description: "Bounds on what agents may use.",
  properties: {
    parallel: count(1, 256, 4, "Tasks of one track that run at the same time."),
    attempts: count(1, 10, 3, "Runs of one task without a result before a person is asked."),
    fixes: count(0, 10, 2, "Rounds of fixes within a run before what is left goes to a person."),
    minutes: count(1, 340, 30, "Minutes that one step of a run may take."),
    plan_minutes: count(1, 340, 10, "Minutes that each agent may take that plans, in place of `minutes`."),
    file_bytes: count(1, 10_000_000, 1_000_000, "Largest file that an agent may write, in bytes."),
    files: count(1, 1_000, 50, "Most files that one task may change."),
    lines: count(
      1,
      1_000_000,
      1_000,
      "Lines that one task may add and remove, lockfiles aside; more are flagged, and never merge by themselves.",
    ),
    turns: count(1, 1_000, 100, "How often an agent may ask its model in one run."),
    memory_mb: count(
      512,
      1_048_576,
      6_144,
      "Memory that agents and commands of one job may use together, in MiB.",
    ),
    disk_mb: count(512, 10_485_760, 10_240, "Disk space that one command may take, in MiB."),
    cpus: {
      type: "integer",
      minimum: 1,
      maximum: 1_024,
      description: "Processors that agents and commands of one job may use together.",
    },
    risk: {
      type: "number",
      minimum: 0,
      maximum: 1,
      default: 0,
      description: "Risk that a scan may find, from 0 to 1, above which a task never merges by itself.",
    },
    rebases: count(
      0,
      3,
      1,
      "Better versions of one task that gsd has an agent propose by itself once its attempts are used up, out of the same budget; 0 for none.",
    ),
    commands: count(1, 1_000, 60, "Comments with commands that gsd takes from one person in an hour."),
  },
} as const;
