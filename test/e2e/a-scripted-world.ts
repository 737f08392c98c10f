import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mode } from "../../local/render-stub.ts";
import { aWorld } from "./a-world.ts";

/** What one run of the script does besides answering as it should. */
export interface Step {
  files?: Record<string, string>;
  /** A shell line that it tries; what it says goes to the log. */
  runs?: string;
  removes?: string[];
  append?: Record<string, string>;
  big?: Record<string, number>;
  links?: Record<string, string>;
  /** Files that have to be there. */
  needs?: string[];
  seconds?: number;
  nap?: number;
  exit?: number;
  /** Writes its prompt to the log. */
  prompts?: boolean;
  words?: string;
  prints?: string;
  answer?: unknown;
}

/** What `fixtures/agent.mjs` is to do; `steps` by prompt and task, e.g. `task T01`, `review T01 architect` or `review T01 in review`, then by attempt and round. */
export interface Plot {
  tasks: { id: string; after?: string[]; files?: string[]; description?: string }[];
  steps?: Record<string, Step[]>;
  /** Files whose words it obeys, and then those of its prompt too. */
  obeys?: string[];
}

export const twoTasks: Plot = { tasks: [{ id: "T01" }, { id: "T02", after: ["T01"] }] };

export interface ScriptedOptions {
  mode?: Mode;
  plot?: Plot;
  /** `.github/gsd.yml`. */
  config?: string;
  files?: Record<string, string>;
  /** Told to the App and to every job. */
  env?: Record<string, string>;
}

/** A world whose agent does what a plot says, and whose plot can change while it runs. */
export async function aScriptedWorld({
  mode = "app",
  plot = twoTasks,
  config = "",
  files = {},
  env = {},
}: ScriptedOptions) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-plot-"));
  const file = join(folder, "plot.json");
  const tell = (next: Plot) => writeFileSync(file, JSON.stringify(next));
  tell(plot);
  const agent = fileURLToPath(new URL("./fixtures/agent.mjs", import.meta.url));
  const world = await aWorld({
    mode,
    env,
    script: `node ${agent} ${file}`,
    repository: {
      owner: "acme",
      name: "tally",
      files: { "README.md": "# Tally\n", "src/old.txt": "old\n", ".github/gsd.yml": config, ...files },
    },
  });
  return {
    ...world,
    tell,
    [Symbol.asyncDispose]: async () => {
      await world.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type ScriptedWorld = Awaited<ReturnType<typeof aScriptedWorld>>;

/** What agents were started for, by what they themselves wrote into the runs' logs. */
export function startsOf({ forge }: ScriptedWorld, id: string): string[] {
  const log = [...forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
  return [...log.matchAll(new RegExp(`agent: (\\w+) ${id} `, "g"))].map(([, prompt = ""]) => prompt).sort();
}
