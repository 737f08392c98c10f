import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";

type Endpoints = Record<string, Record<string, unknown>>;

const table = "/plugin-rest-endpoint-methods/dist-src/generated/endpoints.js";

/** Leaves out those of Octokit's thousand endpoints that our adapters never name. */
export function keepUsedEndpoints(root: string): Plugin {
  return {
    name: "keep-used-endpoints",
    async load(id) {
      if (!id.endsWith(table)) return null;
      const { default: all } = (await import(pathToFileURL(id).href)) as { default: Endpoints };
      return `export default ${JSON.stringify(keepNamed(all, wordsOfAdapters(root)))};`;
    },
  };
}

function keepNamed(all: Endpoints, words: ReadonlySet<string>): Endpoints {
  const keep = <Value>(record: Record<string, Value>) =>
    Object.entries(record).filter(([name]) => words.has(name));
  return Object.fromEntries(keep(all).map(([scope, methods]) => [scope, Object.fromEntries(keep(methods))]));
}

/** `client.rest` is used in these files alone, and what is called there is written there. */
function wordsOfAdapters(root: string): Set<string> {
  const texts = globSync("adapters/github/*.ts", { cwd: root }).map((path) =>
    readFileSync(`${root}${path}`, "utf8"),
  );
  return new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
}
