import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Introspection } from "./graphql.ts";
import type { OpenApi } from "./openapi.ts";

/** Too large for everyone's install (some 400 MB), so they are fetched only when the contract is made anew. */
const PACKAGES = {
  "@octokit/openapi": "23.0.2",
  "@octokit/openapi-webhooks": "12.1.0",
  "@octokit/graphql-schema": "15.26.1",
};

export interface Descriptions {
  sources: Record<string, string>;
  rest: OpenApi;
  webhooks: OpenApi;
  graphql: Introspection;
}

/** Installs GitHub's descriptions below `folder`, once, and reads them. */
export async function loadDescriptions(folder: string): Promise<Descriptions> {
  const modules = join(folder, "node_modules");
  const specs = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const stamp = join(folder, "installed.txt");
  if (!existsSync(stamp) || (await readFile(stamp, "utf8")) !== specs.join("\n")) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), '{ "private": true }\n');
    await promisify(execFile)("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", ...specs], {
      cwd: folder,
    });
    await writeFile(stamp, specs.join("\n"));
  }
  const read = async (path: string) => JSON.parse(await readFile(join(modules, path), "utf8"));
  return {
    sources: PACKAGES,
    rest: await read("@octokit/openapi/generated/api.github.com.json"),
    webhooks: await read("@octokit/openapi-webhooks/generated/api.github.com.json"),
    graphql: await read("@octokit/graphql-schema/schema.json"),
  };
}
