import { spawnSync } from "node:child_process";

/** Why tests with Prometheus' own programs are left out; undefined where they are installed. */
export const noPrometheus =
  spawnSync("promtool", ["--version"]).status === 0 && spawnSync("prometheus", ["--version"]).status === 0
    ? undefined
    : "prometheus is not installed: sudo apt-get install --yes prometheus";

/** What Prometheus' own checker says; throws where something is wrong. */
export function promtool(words: string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync("promtool", words, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`promtool ${words.join(" ")}: ${stdout}${stderr}`);
  return stdout + stderr;
}
