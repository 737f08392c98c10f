import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { GsdError } from "../core/gsd-error.ts";
import { checkMachine } from "../local/check-machine.ts";
import { createWorld, type WorldOptions } from "../local/create-world.ts";
import { sampleFiles } from "../local/demo/run-demo.ts";
import { untilStopped } from "../local/until-stopped.ts";
import { build } from "../scripts/build.ts";
import { parseJobStart, parseParallel, parsePort } from "./parse-count.ts";

/** `gsd local`: the demo's world without the story, for any repository; curl or Octokit can drive it. */
export async function local(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: "boolean", default: false },
      app: { type: "boolean", default: false },
      port: { type: "string" },
      record: { type: "string" },
      repo: { type: "string" },
      engine: { type: "string", default: "script" },
      script: { type: "string" },
      parallel: { type: "string" },
      "job-start": { type: "string" },
    },
  });
  if (values.engine !== "script")
    throw new GsdError("usage", `gsd local has no engine "${values.engine}"; it has only script.`);
  const mode = values.app ? "app" : "action";
  const options = {
    ...parsePort(values.port),
    ...parseParallel(values.parallel),
    ...parseJobStart(values["job-start"]),
  };
  await checkMachine(options);
  const repository = values.repo
    ? readRepository(values.repo)
    : { owner: "acme", name: "tally", files: sampleFiles() };
  await build(mode === "app" ? ["dist/action", "dist/app"] : ["dist/action"]);
  const world = await createWorld({
    mode,
    ...options,
    ...(values.record ? { record: values.record } : {}),
    ...(values.script ? { script: values.script } : {}),
    repository,
    // The bundled script may run without a sandbox; somebody else's may not.
    allowMissingSandbox: values.repo === undefined && values.script === undefined,
  });
  try {
    const { api, server, graphql } = world.forge.urls;
    const addresses = { api, graphql, web: `${server}/${world.repo}`, git: `${server}/${world.repo}.git` };
    const tokens = { ...world.tokens, app: await world.appToken() };
    if (values.json) console.log(JSON.stringify({ ...addresses, repository: world.repo, tokens }));
    else describe({ ...addresses, ...tokens });
    await untilStopped();
  } finally {
    await world.close();
  }
}

/** A repository on this machine, copied as it is committed. */
function readRepository(path: string): WorldOptions["repository"] {
  const from = resolve(path);
  if (!existsSync(from))
    throw new GsdError("usage", `There is no folder ${from}; --repo takes the path of a git repository.`);
  try {
    const branch = execFileSync("git", ["-C", from, "symbolic-ref", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    execFileSync("git", ["-C", from, "rev-parse", "--verify", "HEAD"], { stdio: "ignore" });
    return {
      owner: "local",
      name: basename(from).replace(/[^\w.-]/g, "-") || "repository",
      from,
      defaultBranch: branch.trim(),
    };
  } catch {
    throw new GsdError(
      "usage",
      `${from} is not a git repository with a branch checked out and at least one commit.`,
    );
  }
}

function describe(lines: Record<string, string>): void {
  for (const [name, value] of Object.entries(lines)) console.log(`${name.padEnd(12)}${value}`);
  console.log("Ctrl-C ends it and leaves nothing behind.");
}
