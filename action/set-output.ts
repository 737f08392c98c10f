import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { GsdError } from "../core/gsd-error.ts";
import type { Environment } from "./environment.ts";

/** Sets an output of this step. Written here, since every batch does it and `@actions/core` takes as long to load as all the rest. */
export function setOutput({ outputFile }: Environment, name: string, value: string): void {
  if (!outputFile)
    throw new GsdError("environment", "GITHUB_OUTPUT is not set; gsd's action runs in GitHub Actions.");
  appendFileSync(outputFile, formatOutput(name, value));
}

/** As GitHub reads it, for values of one line or many. Nobody can end a value early: the delimiter is drawn after it was written. */
export function formatOutput(name: string, value: string): string {
  const delimiter = `gsd-${randomUUID()}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}
