import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Cargo.toml: crates are fetched only where it depends on any. */
export function detectCargo(files: RootFiles): Found {
  const manifest = textOf(files, "Cargo.toml");
  if (manifest === undefined) return { commands: {} };
  const commands = { test: "cargo test", build: "cargo build" };
  if (!/^\[(.+\.)?(dev-|build-)?dependencies\b|^\[workspace\b/m.test(manifest)) return { commands };
  if (textOf(files, "Cargo.lock") === undefined)
    return { commands, setup: { command: "cargo fetch", manager: "cargo", runsNoCode: true } };
  const lock = { command: "cargo fetch", files: ["Cargo.lock"] };
  return { commands, setup: { command: "cargo fetch --locked", manager: "cargo", lock, runsNoCode: true } };
}
