import { realpathSync } from "node:fs";

/** The Node that runs us: what is ours is started with it, whatever version a repository pins. */
export const ownNode = realpathSync(process.execPath);
