import type { Sandbox } from "./sandbox.ts";

/** The same sandbox, with a home folder that stays from one command to the next. */
export function withHome(sandbox: Sandbox, home: string): Sandbox {
  return { kind: sandbox.kind, run: (command) => sandbox.run({ home, ...command }) };
}
