import { GsdError } from "../gsd-error.ts";
import { type JobKind, jobKinds } from "../model/job.ts";
import { createValidator } from "../model/validate.ts";
import { type Action, actions } from "../select/actions.ts";
import { type Tier, tiers } from "../select/models.ts";
import { parseFrontMatter } from "./front-matter.ts";

interface AgentHeader {
  name: string;
  description: string;
  /** Jobs that it instructs; none for a role that only brings its way of working. */
  jobs: JobKind[];
  capabilities: string[];
  /** What it is best at. */
  actions: Action[];
  temperature?: number;
  /** Which models it prefers, best first. */
  tiers: Tier[];
}

/** `agents/<name>.md`: a role, what all its jobs share, then a section `## Job: <kind>` for each that needs one. */
export interface Agent extends AgentHeader {
  instructions: string;
  perJob: Partial<Record<JobKind, string>>;
}

const list = (items: object, maxItems: number) =>
  ({ type: "array", uniqueItems: true, maxItems, items, default: [] }) as const;

export const agentSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name", "description"],
  properties: {
    name: { type: "string", pattern: "^[a-z][a-z0-9-]{0,31}$" },
    description: { type: "string", minLength: 1, maxLength: 200 },
    jobs: list({ enum: jobKinds }, jobKinds.length),
    capabilities: list({ type: "string", pattern: "^[a-z][a-z0-9-]{0,31}$" }, 20),
    actions: list({ enum: actions }, actions.length),
    temperature: { type: "number", minimum: 0, maximum: 2 },
    tiers: list({ enum: tiers }, tiers.length),
  },
} as const;

const validate = createValidator<AgentHeader>(agentSchema, "agent");

/** Reads a role file; throws `agent` with what is wrong. `path` names the file in the error. */
export function parseAgent(text: string, path = "A role file"): Agent {
  const { header, body } = parseFrontMatter(text, { name: path, code: "agent", validate });
  const [shared, ...sections] = body.split(/^## Job: /m);
  const perJob: Agent["perJob"] = {};
  for (const section of sections) {
    const [kind, words] = splitSection(section);
    if (!header.jobs.some((job) => job === kind)) {
      throw new GsdError(
        "agent",
        `${path} has a section for the job "${kind}", which its \`jobs\` do not list.`,
      );
    }
    perJob[kind as JobKind] = words;
  }
  const instructions = shared!.trim();
  const silent = header.jobs.filter((job) => !instructions && !perJob[job]);
  if (silent.length > 0) throw new GsdError("agent", `${path} says nothing about ${silent.join(", ")}.`);
  if (header.jobs.length === 0 && !instructions) throw new GsdError("agent", `${path} says nothing.`);
  return { ...header, instructions, perJob };
}

function splitSection(section: string): [string, string] {
  const end = section.indexOf("\n");
  return end < 0 ? [section.trim(), ""] : [section.slice(0, end).trim(), section.slice(end + 1).trim()];
}
