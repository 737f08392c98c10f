import type { Withheld } from "../../core/permissions/withhold.ts";
import type { Sandbox } from "./sandbox.ts";

/** A sandbox that keeps something from every command in it; `onTried` hears of programs that one tried to run. */
export function withholding(
  sandbox: Sandbox,
  withheld: Withheld | undefined,
  onTried: (program: string) => void = () => {},
): Sandbox {
  if (!withheld) return sandbox;
  return { ...sandbox, run: (command) => sandbox.run({ ...command, withheld: { ...withheld, onTried } }) };
}
