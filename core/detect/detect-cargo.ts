import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Cargo.toml: crates are fetched only where it depends on any. */
export function detectCargo(files: RootFiles): Found {
  const manifest = textOf(files, "Cargo.toml");
  if (manifest === undefined) return { commands: {} };
  const locked = textOf(files, "Cargo.lock") !== undefined;
  const wants = /^\[(.+\.)?(dev-|build-)?dependencies\b|^\[workspace\b/m.test(manifest);
  return {
    ...(wants
      ? { setup: { command: `cargo fetch${locked ? " --locked" : ""}`, lockfile: "Cargo.lock" } }
      : {}),
    commands: { test: "cargo test", build: "cargo build" },
  };
}
