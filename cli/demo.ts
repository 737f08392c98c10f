import { parseArgs } from "node:util";
import { runDemo } from "../local/demo/run-demo.ts";
import { parsePort } from "./parse-count.ts";

/** `gsd demo`: the story on a forge of its own. */
export async function demo(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      once: { type: "boolean", default: false },
      app: { type: "boolean", default: false },
      port: { type: "string" },
      report: { type: "string" },
      record: { type: "string" },
    },
  });
  const { once, app, port, report, record } = values;
  const files = { ...(report ? { report } : {}), ...(record ? { record } : {}) };
  await runDemo({ mode: app ? "app" : "action", once, ...parsePort(port), ...files }, (line) =>
    console.log(line),
  );
}
