import { checkChange } from "../../core/check/gate.ts";
import { parseConfig } from "../../core/model/parse-config.ts";

const count = 5_000;

/** Paths that are made to be slow to check. */
const forms: Record<string, (at: number) => string> = {
  plain: (at) => `src/feature-${at % 100}/file-${at}.ts`,
  "one folder, 400 deep": (at) => `${"d/".repeat(400)}${at}`,
  "a folder each, 400 deep": (at) => `x${at}/${"d/".repeat(400)}y`,
  "letters of many bytes": (at) => `${"é日/".repeat(250)}${at}`,
  "long names against 100 hostile globs": (at) => `${"a".repeat(200)}/${"ab".repeat(100)}/${at}`,
};

/** What the gate takes for 5,000 changes on a base of 50,000 files, in milliseconds of this process. */
export function measureChecking(): { changes: string; ms: number }[] {
  const existing = new Set(Array.from({ length: 50_000 }, (_, at) => `base/${at % 500}/file-${at}.ts`));
  return Object.entries(forms).map(([changes, pathOf]) => {
    const reading = parseConfig(undefined);
    if (!reading.ok) throw new Error("the defaults are wrong");
    const hostile = (at: number) => `**/*${"a*".repeat(40)}b${at}/**/{a,b}{a,b}{a,b}{a,b}*c`;
    const globs = changes.includes("globs") ? Array.from({ length: 100 }, (_, at) => hostile(at)) : [];
    const list = Array.from({ length: count }, (_, at) => ({
      path: pathOf(at),
      mode: "100644" as const,
      size: 1,
      sha256: "0".repeat(64),
    }));
    const start = process.cpuUsage();
    checkChange({
      changes: list,
      files: (sha256) => ({ size: 1, sha256, text: "x" }),
      config: { ...reading.config, protected_paths: globs },
      scope: "task",
      existing,
      rules: [],
    });
    const { user, system } = process.cpuUsage(start);
    return { changes, ms: Math.round((user + system) / 1_000) };
  });
}
