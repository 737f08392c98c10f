import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { detectSandbox } from "../../../crew/sandbox/detect-sandbox.ts";
import type { Sandbox, SandboxCommand } from "../../../crew/sandbox/sandbox.ts";

export const detection = await detectSandbox();

/** Why tests with bubblewrap are left out here; empty when they are not. */
export const whyNot = detection.available ? "" : ` (left out: ${detection.error.message})`;

export const openly = await createSandbox({ mode: "off" });
export const sealed: Sandbox = detection.available
  ? await createSandbox({ mode: "bubblewrap", detection })
  : openly;

/** A shell line with limits that suit a test. */
export function shell(cwd: string, line: string, more: Partial<SandboxCommand> = {}): SandboxCommand {
  return { argv: ["/bin/sh", "-c", line], cwd, timeoutMs: 20_000, maxOutputBytes: 100_000, ...more };
}
