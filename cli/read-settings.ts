import { GsdError } from "../core/gsd-error.ts";
import type { Config } from "../core/model/config.ts";
import { parseConfig } from "../core/model/parse-config.ts";
import { describeProblems } from "../core/sources/load-sources.ts";
import { type Clone, readCommitted } from "./open-clone.ts";

const file = ".github/gsd.yml";

/** The configuration as it is committed; everything that is wrong with it at once, by line. */
export async function readSettings(clone: Clone): Promise<Config> {
  const reading = parseConfig(await readCommitted(clone, file));
  if (reading.ok) return reading.config;
  const lines = describeProblems(reading.problems.map((problem) => ({ ...problem, file })));
  const count = reading.problems.length === 1 ? "one error" : `${reading.problems.length} errors`;
  throw new GsdError("config", `${file} has ${count}:\n${lines}\nFix and commit it, then start again.`);
}
