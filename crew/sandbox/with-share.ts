import type { Sandbox } from "./sandbox.ts";

/** The same sandbox, for commands that divide its memory with others. */
export function withShare(sandbox: Sandbox, memoryShare: number): Sandbox {
  return { ...sandbox, run: (command) => sandbox.run({ memoryShare, ...command }) };
}
