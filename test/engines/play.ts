import type { ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";
import type { Sample } from "./samples.ts";

/** One task that writes `src/hello.txt`; `files` for what else it may touch. */
export interface PlannedTask {
  id: string;
  title?: string;
  files?: string[];
}

const document =
  "# Hello\n\n## Requirements\n\nThere is a greeting.\n\n## Acceptance\n\n- src/hello.txt says hello.\n";
const acceptance = "src/hello.txt says hello";
const toolResult =
  /"type":"(tool_result|function_call_output|custom_tool_call_output)"|"role":"tool"|"functionResponse":\{/g;

/** What a request says, without the escapes of text within text. */
export function wordsOf({ body }: Pick<ModelRequest, "body">): string {
  return JSON.stringify(body).replaceAll("\\", "");
}

/** How many results of its tools a model has seen in this conversation. */
export function resultsIn(words: string): number {
  return words.match(toolResult)?.length ?? 0;
}

/** Which kind of job asks: by the schema that its prompt ends with. */
export function kindOf(words: string): "plan" | "backlog" | "review" | "verify" | "task" {
  if (words.includes('"required":["document"]')) return "plan";
  if (words.includes('"required":["backlog"]')) return "backlog";
  if (words.includes('"required":["summary","findings"]')) return "review";
  return words.includes('"required":["summary","criteria"]') ? "verify" : "task";
}

/** A model that does everything as it should. */
export function play(sample: Sample, request: ModelRequest, tasks: PlannedTask[] = [{ id: "T01" }]): Reply {
  const words = wordsOf(request);
  const json = (value: unknown): Reply => ({ type: "json", value });
  switch (kindOf(words)) {
    case "plan":
      return json({ document });
    case "backlog":
      return json({ backlog: backlogOf(tasks) });
    case "review":
      return json({ summary: "Fine.", findings: [] });
    case "verify":
      return json({ summary: "Met.", criteria: tasks.map(({ id }) => criterionOf(id)) });
    case "task":
      return resultsIn(words) > 0 ? json({ summary: "Said hello." }) : sample.edit;
  }
}

function criterionOf(task: string) {
  return { criterion: `${task}.1`, met: true, evidence: "it does" };
}

function backlogOf(tasks: PlannedTask[]) {
  const entry = ({ id, title = "Say hello", files = ["src/hello.txt"] }: PlannedTask) => ({
    ...{ id, title, description: "Write the greeting.", depends_on: [], acceptance: [acceptance] },
    scope: { files_hint: files, estimated_hours: 1 },
  });
  return { version: 1, tasks: tasks.map(entry) };
}
