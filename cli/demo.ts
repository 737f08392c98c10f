import { parseArgs } from "node:util";
import { runDemo } from "../local/demo/run-demo.ts";
import { parseJobStart, parsePort } from "./parse-count.ts";

/** `gsd demo`: the story on a forge of its own. */
export async function demo(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      once: { type: "boolean", default: false },
      app: { type: "boolean", default: false },
      port: { type: "string" },
      "job-start": { type: "string" },
      report: { type: "string" },
      record: { type: "string" },
    },
  });
  const { once, app, port, report, record } = values;
  const files = { ...(report ? { report } : {}), ...(record ? { record } : {}) };
  const counts = { ...parsePort(port), ...parseJobStart(values["job-start"]) };
  await runDemo({ mode: app ? "app" : "action", once, ...counts, ...files }, (line) => console.log(line));
}
