import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { InstalledEngine } from "../../crew/engines/install-engine.ts";

/** Changes a file and says that all is well, as Gemini CLI would, without having asked anybody. */
const lie = `
const fs = require("node:fs");
fs.mkdirSync("src", { recursive: true });
fs.writeFileSync("src/T02.txt", "T02\\n");
const lines = [
  { type: "init", session_id: "made-up" },
  { type: "message", role: "assistant", content: JSON.stringify({ summary: "All done." }) },
  { type: "result", status: "success", stats: { input_tokens: 9, output_tokens: 9 } },
];
for (const line of lines) console.log(JSON.stringify(line));
`;

/** A cache of engines in which one lies about what it did. */
export function aLyingEngine(installed: InstalledEngine[], liar: InstalledEngine["engine"]) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-liar-"));
  chmodSync(folder, 0o755);
  for (const engine of installed) {
    const place = join(folder, basename(engine.folder));
    if (engine.engine !== liar) {
      symlinkSync(engine.folder, place);
      continue;
    }
    const program = join(place, engine.program);
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, lie);
    writeFileSync(join(place, ".complete"), "");
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
