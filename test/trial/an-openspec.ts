import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The version whose folders we read and whose validator we ask. */
const version = "1.13.2";

/** OpenSpec's own command line; where it cannot be fetched, the reason why its tests are left out. */
export type OpenSpec =
  | { ask: (folder: string, ...args: string[]) => Promise<string>; whyNot: "" }
  | { whyNot: string };

/** Fetches the real CLI once into a folder that stays. */
export async function anOpenSpec(): Promise<OpenSpec> {
  const cache = join(process.env["GSD_OPENSPEC_CACHE"] ?? join(tmpdir(), "gsd-openspec"), version);
  const program = join(cache, "node_modules/@fission-ai/openspec/bin/openspec.js");
  try {
    if (!existsSync(program)) {
      mkdirSync(cache, { recursive: true });
      const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix", cache];
      await run("npm", ["install", ...flags, `@fission-ai/openspec@${version}`], { timeout: 180_000 });
    }
  } catch (error) {
    const whyNot = ` (left out: ${(error as Error).message.split("\n")[0]})`;
    console.warn(`openspec${whyNot}`);
    return { whyNot };
  }
  const env = { ...process.env, OPENSPEC_TELEMETRY: "0", CI: "true", NO_COLOR: "1" };
  const ask = async (folder: string, ...args: string[]) => {
    const { stdout } = await run(process.execPath, [program, ...args], { cwd: folder, env });
    return stdout;
  };
  return { ask, whyNot: "" };
}
