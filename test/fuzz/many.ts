import { parseCommands } from "../../core/command/parse-commands.ts";
import type { Backlog } from "../../core/model/backlog.ts";
import { formatBacklog, parseBacklog } from "../../core/model/parse-backlog.ts";
import { editBacklog } from "../../core/plan/edit-backlog.ts";
import { formatStable } from "../../core/plan/format-stable.ts";
import { checkRecipe } from "../../core/recipe/check-recipe.ts";
import { parseRecipe } from "../../core/recipe/parse-recipe.ts";
import { formatMarkdown, parseDocument } from "../../core/text/markdown.ts";
import { type Chance, createChance } from "../builders/random.ts";
import { aRandomDocument } from "../builders/random-markdown.ts";
import { aRandomText } from "../builders/random-text.ts";
import { aRandomRecipe } from "../core/recipe/a-random-recipe.ts";
import { known } from "../core/recipe/a-recipe.ts";
import { aFormText, aRoadmapText, readFormText, readRoadmapText } from "./planning-readers.ts";

/** Reads a short random text, and says what is wrong with how it was read. */
type Reader = (text: string) => string | undefined;

interface Fuzzed {
  write(chance: Chance): string;
  read: Reader;
}

const fuzzed: Record<string, Fuzzed> = {
  command: { write: aComment, read: readCommand },
  backlog: { write: aBacklog, read: readBacklog },
  recipe: { write: aRecipeText, read: readRecipe },
  Markdown: { write: (chance) => aRandomDocument(chance, 12), read: readMarkdown },
  roadmap: { write: aRoadmapText, read: counting("roadmap", readRoadmapText) },
  form: { write: aFormText, read: counting("form", readFormText) },
};

export interface ManyReport {
  inputs: number;
  /** Readers that threw, or do not read what they wrote themselves as the same. */
  failures: string[];
  /** The longest that one took, by the fastest of three tries: what a try collects as garbage is not its own. */
  slowest: { reader: string; milliseconds: number };
  /** How many were what they should be, by reader: a fuzzer that only makes rubbish proves little. */
  sound: Record<string, number>;
}

/** Many short texts for each reader in turn, the same for the same seed. */
export function fuzzMany({ seed, inputs }: { seed: number; inputs: number }): ManyReport {
  const chance = createChance(seed);
  const report: ManyReport = { inputs: 0, failures: [], slowest: { reader: "", milliseconds: 0 }, sound };
  const names = Object.entries(fuzzed);
  for (; report.inputs < inputs; report.inputs += 1) {
    const [name, { write, read }] = names[report.inputs % names.length] ?? chance.pick(names);
    const text = write(chance);
    const wrong = trying(read, text);
    if (wrong.problem !== undefined) report.failures.push(`${name} #${report.inputs}: ${wrong.problem}`);
    if (wrong.milliseconds > report.slowest.milliseconds)
      report.slowest = { reader: name, milliseconds: wrong.milliseconds };
  }
  return report;
}

const sound: Record<string, number> = { command: 0, backlog: 0, recipe: 0, Markdown: 0, roadmap: 0, form: 0 };
const suspicious = 20;

function trying(read: Reader, text: string): { problem: string | undefined; milliseconds: number } {
  const once = timed(read, text);
  if (once.milliseconds < suspicious) return once;
  const tries = [once, timed(read, text), timed(read, text)];
  return { ...once, milliseconds: Math.min(...tries.map(({ milliseconds }) => milliseconds)) };
}

/** Time of the processor: others use this machine too. */
function timed(read: Reader, text: string) {
  const started = process.cpuUsage();
  let problem: string | undefined;
  try {
    problem = read(text);
  } catch (error) {
    problem = `${String(error).slice(0, 200)} for ${JSON.stringify(text).slice(0, 400)}`;
  }
  return { problem, milliseconds: process.cpuUsage(started).user / 1_000 };
}

function count(reader: string): void {
  sound[reader] = (sound[reader] ?? 0) + 1;
}

/** A reader that says nothing of what it does not take. */
function counting(name: string, read: (text: string) => { problem?: string } | undefined): Reader {
  return (text) => {
    const found = read(text);
    if (found) count(name);
    return found?.problem;
  };
}

function aComment(chance: Chance): string {
  const command = chance.pick([
    "approve",
    "retry T03",
    "revise",
    "run x",
    "budget +5",
    "rollback T01",
    "aprove",
  ]);
  const lines = [`/${command} ${aRandomText(chance)}`, aRandomDocument(chance, 4), aRandomText(chance)];
  return chance.oneIn(2) ? lines.join("\n") : lines.reverse().join("\n");
}

function readCommand(text: string): string | undefined {
  const { commands, mistakes } = parseCommands(text);
  if (commands.length > 0) count("command");
  const again = parseCommands(text);
  const isSame = JSON.stringify({ commands, mistakes }) === JSON.stringify(again);
  return isSame ? undefined : `reads ${JSON.stringify(text)} twice, each time otherwise`;
}

/** A backlog with odd texts in its fields, sometimes with its lines damaged. */
function aBacklog(chance: Chance): string {
  const word = () => aRandomText(chance) || "a";
  const tasks = Array.from({ length: 1 + chance.number(3) }, (_, at) => ({
    id: chance.oneIn(20) ? word() : `T0${at + 1}`,
    title: word(),
    description: word(),
    depends_on: chance.oneIn(3) && at > 0 ? [`T0${at}`] : [],
    acceptance: [word()],
    scope: { files_hint: [chance.pick(["src/a.ts", "src/**", "docs/{a,b}.md", word()])] },
  }));
  const text = chance.oneIn(2)
    ? JSON.stringify({ version: 1, tasks })
    : formatBacklog({ version: 1, tasks } as Parameters<typeof formatBacklog>[0]);
  return chance.oneIn(4) ? damaged(chance, text) : text;
}

function damaged(chance: Chance, text: string): string {
  const at = chance.number(text.length);
  return text.slice(0, at) + aRandomText(chance, 4) + text.slice(at + chance.number(10));
}

function readBacklog(text: string): string | undefined {
  const reading = parseBacklog(text);
  if (!reading.ok) return undefined;
  count("backlog");
  const once = formatBacklog(reading.backlog);
  const again = parseBacklog(once);
  if (!again.ok) return `writes ${JSON.stringify(text).slice(0, 400)} so that it cannot be read`;
  if (formatBacklog(again.backlog) !== once) return `is unstable for ${JSON.stringify(text).slice(0, 400)}`;
  return readEdited(text, reading.backlog);
}

/** The same backlog with another title for its last task, written over the text. */
function readEdited(text: string, backlog: Backlog): string | undefined {
  const tasks = backlog.tasks.map((task, at) =>
    at === backlog.tasks.length - 1 ? { ...task, title: "Another" } : task,
  );
  const edited = parseBacklog(editBacklog(text, { ...backlog, tasks }));
  const isRight = edited.ok && formatBacklog(edited.backlog) === formatBacklog({ ...backlog, tasks });
  return isRight ? undefined : `is edited wrongly: ${JSON.stringify(text).slice(0, 400)}`;
}

function aRecipeText(chance: Chance): string {
  const text = JSON.stringify(aRandomRecipe(chance), (key, value) => (key === "type" ? undefined : value));
  return chance.oneIn(3) ? damaged(chance, text) : text;
}

function readRecipe(text: string): string | undefined {
  const reading = parseRecipe(text);
  if (!reading.ok) return undefined;
  count("recipe");
  checkRecipe(reading.recipe, known);
  return undefined;
}

function readMarkdown(text: string): string | undefined {
  const once = formatStable(parseDocument(text));
  count("Markdown");
  return formatMarkdown(parseDocument(once)) === once ? undefined : `is unstable for ${JSON.stringify(text)}`;
}
