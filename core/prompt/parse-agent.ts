import { type Tier, tiers } from "../model/engines.ts";
import type { SchemaOf } from "../model/schema-of.ts";
import { createValidator, type Problem, type Validation } from "../model/validate.ts";
import { type Action, actions } from "../select/actions.ts";
import type { SourceKind } from "../sources/load-sources.ts";
import { parseFrontMatter } from "./front-matter.ts";

interface AgentHeader {
  name: string;
  description: string;
  /** Prompts that it has the words for; none for a role that only brings its way of working. */
  prompts: string[];
  capabilities: string[];
  /** What it is best at. */
  actions: Action[];
  /** Which models it prefers, best first. */
  tiers: Tier[];
}

/** `agents/<name>.md`: a role, what all its prompts share, then a section `## Prompt: <name>` for each that needs one. */
export interface Agent extends AgentHeader {
  instructions: string;
  sections: Readonly<Record<string, string>>;
}

const list = <const I extends object>(items: I, maxItems: number) =>
  ({ type: "array", uniqueItems: true, maxItems, items, default: [] }) as const;
const name = {
  type: "string",
  pattern: "^[a-z][a-z0-9-]{0,31}$",
  title: "a name of lower-case letters, digits and dashes, at most 32",
} as const;

export const agentSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name", "description"],
  properties: {
    name,
    description: { type: "string", minLength: 1, maxLength: 200 },
    prompts: list(name, 20),
    capabilities: list(name, 20),
    actions: list({ enum: actions }, actions.length),
    tiers: list({ enum: tiers }, tiers.length),
  },
} as const satisfies SchemaOf<AgentHeader>;

const validate = createValidator<AgentHeader>(agentSchema);

/** How role files are loaded. */
export const agentKind: SourceKind<Agent> = {
  extension: ".md",
  parse: parseAgent,
  nameOf: (agent) => agent.name,
};

/** Reads a role file; all that is wrong with it, by line. */
export function parseAgent(text: string): Validation<Agent> {
  const parsed = parseFrontMatter(text, validate);
  if (!parsed.ok) return parsed;
  const { header, body, bodyLine } = parsed.value;
  const [shared = "", ...rest] = body.split(/^## Prompt: /m);
  const sections = readSections(rest, bodyLine + countLines(shared));
  const instructions = shared.trim();
  const problems = [
    ...sections.filter(({ prompt }) => !header.prompts.includes(prompt)).map(unlisted),
    ...silentPrompts(header, instructions, sections),
    ...olderForm(body, bodyLine),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const words = Object.fromEntries(sections.map((section) => [section.prompt, section.words]));
  return { ok: true, value: { ...header, instructions, sections: words } };
}

interface Section {
  prompt: string;
  words: string;
  line: number;
}

function readSections(texts: string[], firstLine: number): Section[] {
  let line = firstLine;
  return texts.map((text) => {
    const [heading = "", ...words] = text.split("\n");
    const section = { prompt: heading.trim(), words: words.join("\n").trim(), line };
    line += countLines(text);
    return section;
  });
}

function unlisted({ prompt, line }: Section): Problem {
  return {
    path: "",
    message: `has a section for the prompt "${prompt}", which its prompts do not list`,
    line,
  };
}

function silentPrompts({ prompts }: AgentHeader, instructions: string, sections: Section[]): Problem[] {
  if (instructions) return [];
  if (prompts.length === 0) return [{ path: "", message: "says nothing below its front matter" }];
  const silent = prompts.filter((one) => !sections.some(({ prompt, words }) => prompt === one && words));
  return silent.length === 0 ? [] : [{ path: "prompts", message: `has no words for ${silent.join(", ")}` }];
}

/** `jobs:` and `## Job:` were the form before recipes; the header's own check names the former. */
function olderForm(body: string, bodyLine: number): Problem[] {
  return body.split("\n").flatMap((text, index) => {
    const job = /^## Job: (.{1,40})/.exec(text);
    if (!job) return [];
    return [
      {
        path: "",
        message: `has a section "## Job: ${job[1]}"; call it "## Prompt: …"`,
        line: bodyLine + index,
      },
    ];
  });
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
