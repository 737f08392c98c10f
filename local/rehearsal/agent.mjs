// The agent of `gsd simulate`: a script, not a model. It answers every prompt of every recipe by the schema at the
// prompt's end, so that it fits any repository, and it changes one file that no program reads.
// node agent.mjs /path/to/plot.json
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const { GSD_PROMPT: asked, GSD_TASK: task } = process.env;
const { title, note, backlog } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const prompt = readFileSync(0, "utf8");
const { properties = {} } = JSON.parse(prompt.trimEnd().split("\n").at(-1));

function answer() {
  if (properties.backlog) return { backlog };
  if (properties.document) return { document: document() };
  if (properties.report) return { title: `On ${asked}`, report: "A rehearsal: no model was asked." };
  if (properties.findings) return { summary: "A rehearsal: nothing was read.", findings: [] };
  if (properties.criteria) return { summary: "A rehearsal: nothing was read.", criteria: criteria() };
  return change();
}

function document() {
  const headings = { spec: "Requirements", arch: "Design", qa: "Test plan" };
  return `# ${title}\n\n## ${headings[asked] ?? "Notes"}\n\nA rehearsal: here a planner writes what the issue needs.\n`;
}

/** Every criterion that the prompt lists, by its id. */
function criteria() {
  const ids = new Set(prompt.match(/^T\d+\.\d+(?=: )/gm) ?? []);
  return [...ids].map((criterion) => ({ criterion, met: true, evidence: `${note}, in this rehearsal` }));
}

function change() {
  const before = existsSync(note) ? readFileSync(note, "utf8") : "# A rehearsal of gsd\n\n";
  const line = `- ${task || asked}\n`;
  if (!before.includes(line)) {
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, `${before}${line}`);
  }
  return { summary: `A rehearsal: wrote ${note} and nothing else.` };
}

console.log(JSON.stringify({ answer: answer(), text: "a rehearsal", usage: { input: 0, output: 0 } }));
