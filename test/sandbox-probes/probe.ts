import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxTools } from "../../crew/sandbox/detect-sandbox.ts";
import type { RunResult, SandboxCommand, SandboxLimits } from "../../crew/sandbox/sandbox.ts";
import type { WorkTree } from "../adapters/git/work-tree.ts";
import type { World } from "./world.ts";

/** Where one probe happens: a work tree, a folder beside it that is none of the command's business, and a name of its own. */
export interface Place {
  tree: WorkTree;
  outside: string;
  nonce: string;
  world: World;
  /** What the proxy connected to. */
  dialled: string[];
}

export interface Probe {
  name: string;
  prepare?(place: Place): void;
  /** A shell text; it prints `tried` when the attempt has been made, so that a probe that cannot run is not taken for one that held. */
  attack(place: Place): string;
  command?(place: Place): Partial<SandboxCommand>;
  limits?(): Partial<SandboxLimits>;
  /** On a host that offers less. */
  tools?(tools: SandboxTools): SandboxTools;
  /** The hosts that a proxy leads to; without them there is no network at all. */
  hosts?: string[];
  /** Runs beside the attack, outside. */
  during?(place: Place): Promise<void>;
  /** Another way to start the attack. */
  start?(place: Place, text: string): Promise<RunResult>;
  /** Outside: whether it got through. The secret in the output is looked for in any case. */
  isThrough?(place: Place, result: RunResult): boolean | Promise<boolean>;
  tidy?(place: Place): void;
  /** Whether the same attack is known to get through without a sandbox: proof that the check can fail. */
  control?: boolean;
}

export interface Group {
  group: string;
  probes: Probe[];
}

export const isRoot = process.getuid?.() === 0;

/** Until something is so, or a while has passed; says whether it became so. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(25)) {
    if (await isSo()) return true;
  }
  return isSo();
}
