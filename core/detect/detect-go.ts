import { type Found, type RootFiles, textOf } from "./detect.ts";

/** go.mod: modules are fetched only where it requires any. */
export function detectGo(files: RootFiles): Found {
  const module = textOf(files, "go.mod");
  if (module === undefined) return { commands: {} };
  const commands = { test: "go test ./...", build: "go build ./..." };
  if (!/^[ \t]*require\b/m.test(module)) return { commands };
  const lock = { command: "go mod tidy", files: ["go.mod", "go.sum"] };
  return { commands, setup: { command: "go mod download", manager: "go", lock, runsNoCode: true } };
}
