import type { IncomingMessage } from "node:http";
import { readCookie } from "./guard.ts";
import type { Viewer } from "./types.ts";

export const viewerCookie = "gsd-viewer";

/** As whom a browser looks at the pages: as it last chose, else as the first. */
export function findViewer(request: IncomingMessage, viewers: readonly Viewer[]): Viewer {
  const chosen = readCookie(request, viewerCookie);
  return (viewers.find(({ role }) => encodeURIComponent(role) === chosen) ?? viewers[0]) as Viewer;
}
