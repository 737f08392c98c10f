import type { Layer } from "./layers.ts";
import type { Sandbox } from "./sandbox.ts";

/** The same sandbox, with a home folder that stays from one command to the next, and with what is laid there and over the tree. */
export function withHome(sandbox: Sandbox, home: string | undefined, layers: readonly Layer[] = []): Sandbox {
  return { ...sandbox, run: (command) => sandbox.run({ home, layers, ...command }) };
}
