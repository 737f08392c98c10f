import { parseArgs } from "node:util";
import { runDemo } from "../local/demo/run-demo.ts";

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
  await runDemo(
    {
      mode: app ? "app" : "action",
      once,
      ...(port ? { port: Number(port) } : {}),
      ...(report ? { report } : {}),
      ...(record ? { record } : {}),
    },
    (line) => console.log(line),
  );
}
