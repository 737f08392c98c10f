import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Connections in the order in which they have to make room: those that brought something real come last. */
export interface Connections {
  /** Whoever was right once is let go last. */
  favour(socket: Socket): void;
  /** Does not count this one while it holds an answer that goes on: those have limits of their own. */
  spare(socket: Socket): void;
}

/** Where a server has too many connections, the one that is there longest goes, so that a new one is always heard. */
export function limitConnections(server: Server, most: number): Connections {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const [oldest] = sockets;
    if (sockets.size > most && oldest) oldest.destroy();
  });
  return {
    spare: (socket) => void sockets.delete(socket),
    favour(socket) {
      if (sockets.delete(socket)) sockets.add(socket);
    },
  };
}
