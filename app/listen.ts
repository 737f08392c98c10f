import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { GsdError } from "../core/gsd-error.ts";

/** Listens, and says where. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, resolve);
    });
  } catch (error) {
    throw toListenError(error as NodeJS.ErrnoException, `${host}:${port}`);
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
}

function toListenError(error: NodeJS.ErrnoException, place: string): GsdError {
  if (error.code === "EADDRINUSE")
    return new GsdError(
      "port-in-use",
      `${place} is in use by another process; stop it, or set PORT to another port (0 takes any).`,
      { cause: error },
    );
  return new GsdError(
    "cannot-listen",
    `Cannot listen on ${place} (${error.code ?? error.message}); look at HOST and PORT.`,
    { cause: error },
  );
}
