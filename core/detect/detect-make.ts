import { type Commands, checkNames } from "../model/config/commands.ts";
import { type Found, type RootFiles, textOf } from "./detect.ts";

/** The Makefile's targets of those names, where they are written plainly. */
export function detectMake(files: RootFiles): Found {
  const lines = (textOf(files, "Makefile") ?? "").split("\n");
  const commands: Commands = {};
  for (const name of checkNames) {
    if (lines.some((line) => new RegExp(`^${name}\\s*:(?![:=])`).test(line))) commands[name] = `make ${name}`;
  }
  return { commands };
}
