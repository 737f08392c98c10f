import type { Sandbox } from "./sandbox.ts";

/** The same sandbox, for commands that divide its memory with others. */
export function withShare(sandbox: Sandbox, memoryShare: number): Sandbox {
  return { kind: sandbox.kind, run: (command) => sandbox.run({ memoryShare, ...command }) };
}
