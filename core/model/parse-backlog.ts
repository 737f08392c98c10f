import { product } from "../product.ts";
import { type Backlog, type BacklogTask, backlogSchema } from "./backlog.ts";
import { readYaml } from "./read-yaml.ts";
import { createValidator, type Locate, type Problem } from "./validate.ts";
import { writeYaml } from "./write-yaml.ts";

/** `locate` gives lines to problems that are found later, e.g. by checkBacklog. */
export type BacklogReading =
  | { ok: true; backlog: Backlog; locate: Locate }
  | { ok: false; problems: Problem[] };

const validateBacklog = createValidator<Backlog>(backlogSchema);

/** In bytes. */
export const longestBacklog = 1_000_000;

/** Reads BACKLOG.yaml. What its tasks mean together is for checkBacklog. */
export function parseBacklog(text: string): BacklogReading {
  const reading = readYaml(text, { maxBytes: longestBacklog });
  if (!reading.ok) return reading;
  if (reading.value === undefined || reading.value === null) {
    return {
      ok: false,
      problems: [{ path: "", message: "is empty; it should list the tasks of this track" }],
    };
  }
  const checked = validateBacklog(reading.value, reading.locate);
  return checked.ok ? { ok: true, backlog: checked.value, locate: reading.locate } : checked;
}

const header = `# yaml-language-server: $schema=${product.backlogSchemaUrl}
# The tasks of this track. Edit them as you like before you approve the plan.
# A task starts when everything in its depends_on is merged; what it changes beside its files_hint is shown.
`;

/** Writes what should be a backlog and may not be one, so that people can repair it. */
export function formatBacklogDraft(draft: object): string {
  return header + writeYaml(draft);
}

/** Writes BACKLOG.yaml for people: the same backlog always gives the same text. */
export function formatBacklog({ version, tasks, for_people }: Backlog): string {
  const entries = { version, tasks: tasks.map(inOrder) };
  const whole = for_people === undefined ? entries : { ...entries, for_people };
  return header + writeYaml(whole, { apart: "tasks" });
}

/** A task with its keys in the order in which people read them. */
export function inOrder(task: BacklogTask) {
  const { id, title, description, depends_on, acceptance, requirements, scope } = task;
  const { context, role, engine, model } = task;
  const { files_hint, estimated_hours } = scope;
  const entry = {
    id,
    title,
    description,
    depends_on,
    acceptance,
    requirements,
    scope: { files_hint, estimated_hours },
    context: context && {
      constraints: context.constraints,
      patterns: context.patterns,
      gotchas: context.gotchas,
    },
    role,
    engine,
    model,
  };
  return JSON.parse(JSON.stringify(entry)) as typeof entry;
}
