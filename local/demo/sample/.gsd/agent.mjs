// The demo's agent: a script, not a model. It answers each prompt as docs/script-engine.md asks,
// with work that was prepared for the sample issue.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { answers, backlog, files } from "./prepared.mjs";

const prompt = readFileSync(0, "utf8");
const { GSD_PROMPT: asked, GSD_TASK: task } = process.env;

function answer() {
  if (asked === "task" || asked === "fix") return doTask();
  if (asked === "backlog") return { backlog };
  if (asked === "verify") return verify();
  return answers[asked];
}

function doTask() {
  const change = files[task];
  if (!change) throw new Error(`This script has nothing prepared for ${task}; bring an engine of your own.`);
  for (const [path, text] of Object.entries(change)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { title } = backlog.tasks.find((one) => one.id === task);
  return { summary: `${title}: wrote ${Object.keys(change).join(" and ")}.` };
}

/** Every criterion that the prompt lists, by its id. */
function verify() {
  const ids = prompt.match(/^T\d+\.\d+(?=: )/gm) ?? [];
  const criteria = ids.map((criterion) => ({
    criterion,
    met: true,
    evidence: "covered by the tests that ran",
  }));
  return { summary: "The tests pass and every criterion has one.", criteria };
}

const usage = { input: Math.ceil(prompt.length / 4), output: 0 };
console.log(JSON.stringify({ answer: answer(), text: "prepared by the demo's script", usage }));
