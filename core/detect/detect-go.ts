import { type Found, type RootFiles, textOf } from "./detect.ts";

/** go.mod: modules are fetched only where it requires any. */
export function detectGo(files: RootFiles): Found {
  const module = textOf(files, "go.mod");
  if (module === undefined) return { commands: {} };
  return {
    ...(/^\s*require\b/m.test(module) ? { setup: { command: "go mod download" } } : {}),
    commands: { test: "go test ./...", build: "go build ./..." },
  };
}
