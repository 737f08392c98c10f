import { Ajv } from "ajv";
import { parse as parseYaml } from "yaml";
import { GsdError } from "../gsd-error.ts";
import { type JobKind, jobKinds } from "../model/job.ts";

/** A role: `agents/<name>.md`. What all its jobs share, then a section `## Job: <kind>` for each. */
export interface Agent {
  name: string;
  description: string;
  jobs: JobKind[];
  instructions: string;
  perJob: Partial<Record<JobKind, string>>;
}

const agentSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name", "description", "jobs"],
  properties: {
    name: { type: "string", pattern: "^[a-z][a-z0-9-]{0,31}$" },
    description: { type: "string", minLength: 1, maxLength: 200 },
    jobs: { type: "array", minItems: 1, uniqueItems: true, items: { enum: jobKinds } },
  },
} as const;

const ajv = new Ajv({ allErrors: true });
const validate = ajv.compile<Pick<Agent, "name" | "description" | "jobs">>(agentSchema);

/** Reads a role file: YAML front matter, then Markdown; throws `agent` with what is wrong. */
export function parseAgent(text: string): Agent {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll("\r\n", "\n"));
  if (!match) throw new GsdError("agent", "A role file starts with front matter between two lines of `---`.");
  const header = parseHeader(match[1]!);
  if (!validate(header)) {
    throw new GsdError(
      "agent",
      `A role file's front matter is wrong: ${ajv.errorsText(validate.errors, { dataVar: "role" })}.`,
    );
  }
  const [instructions, ...sections] = match[2]!.split(/^## Job: /m);
  const perJob: Agent["perJob"] = {};
  for (const section of sections) {
    const kind = section.slice(0, section.indexOf("\n")).trim();
    if (!header.jobs.some((job) => job === kind))
      throw new GsdError(
        "agent",
        `Role ${header.name} has a section for the job "${kind}", which its \`jobs\` do not list.`,
      );
    perJob[kind as JobKind] = section.slice(section.indexOf("\n") + 1).trim();
  }
  return { ...header, instructions: instructions!.trim(), perJob };
}

function parseHeader(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: "error" });
  } catch (error) {
    throw new GsdError("agent", "A role file's front matter is not YAML.", { cause: error });
  }
}
