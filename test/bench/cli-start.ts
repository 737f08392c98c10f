import { inTurns, timeNode } from "./measure.ts";

/** Start-up of the command line, from its sources, against an empty Node process. Aim: 2.5. */
export async function measureCli({ rounds = 21 } = {}) {
  const { empty, help } = await inTurns(
    { empty: () => timeNode(["-e", ""]), help: () => timeNode(["cli/main.ts", "help"]) },
    rounds,
  );
  const round = (value: number) => Math.round(value * 100) / 100;
  return { emptyMs: round(empty), helpMs: round(help), ratio: round(help / empty) };
}
