import { createScratch } from "../../adapters/create-scratch.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { inside } from "../sandbox/bubblewrap-arguments.ts";
import type { SandboxCommand } from "../sandbox/sandbox.ts";
import type { Places } from "./cli.ts";
import type { EngineGateway, EngineRequest } from "./engine.ts";
import type { InstalledEngine } from "./install-engine.ts";

/** Where one run finds what it needs, and what its command asks of the sandbox for that. */
export interface Placed extends AsyncDisposable {
  at: Places;
  program: string;
  command: Pick<SandboxCommand, "home" | "readOnly" | "forward">;
}

type Run = Pick<EngineRequest, "cwd" | "sandbox"> & { gateway: Pick<EngineGateway, "address"> };

const engineFolder = "/opt/engine";
/** None that a repository's own servers are likely to take. */
const gatewayPort = 6473;

/** Gives an engine its places: the same ones in every sandbox, and those of the host where there is none. */
export async function placeEngine({ folder, program }: InstalledEngine, run: Run): Promise<Placed> {
  const { address } = run.gateway;
  if (run.sandbox.kind === "bubblewrap") {
    return {
      at: { gateway: `http://127.0.0.1:${gatewayPort}`, home: inside.home, tree: inside.tree },
      program: `${engineFolder}/${program}`,
      command: {
        readOnly: [{ host: folder, inside: engineFolder }],
        forward: [{ socket: address, port: gatewayPort }],
      },
      async [Symbol.asyncDispose]() {},
    };
  }
  if (!address.startsWith("http:"))
    throw new GsdError("engine", `Without a sandbox the gateway has to listen on a port, not on ${address}.`);
  const home = await createScratch("home");
  return {
    at: { gateway: address, home: home.path, tree: run.cwd },
    program: `${folder}/${program}`,
    command: { home: home.path },
    [Symbol.asyncDispose]: home[Symbol.asyncDispose],
  };
}
