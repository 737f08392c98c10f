import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadManifest } from "../adapters/git/load-manifest.ts";
import { parseRule, type Rule } from "../core/check/rules.ts";
import { jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Artifact } from "../loop/publish/artifact.ts";
import { publishJob } from "../loop/publish/publish-job.ts";
import { connect } from "./connect.ts";
import { nextLeg } from "./control.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";
import { readTexts } from "./read-texts.ts";
import { setOutput } from "./set-output.ts";

/** The publish zone: what an agent left becomes commits, pull requests and reviews, if it holds what it should. */
export async function publish(environment: Environment): Promise<void> {
  const job = jobKey.parse(environment.key);
  if (!job) throw new GsdError("key", `"${environment.key}" is no job of gsd.`);
  const ports = connect(environment, log);
  const run = { id: environment.runId, attempt: environment.runAttempt };
  const track = await publishJob(ports, {
    job,
    run,
    artifact: await readArtifact(environment.out),
    rules: await readRules(environment.root),
    agents: await readTexts(join(environment.root, "agents")),
    inline: environment.inline,
  });
  const next = environment.inline ? nextLeg(track, job, run) : undefined;
  setOutput(environment, "next", next ? JSON.stringify(next) : "");
}

/** No artifact, or one that is not even readable as data, is a crashed agent. */
async function readArtifact(folder: string): Promise<Artifact | undefined> {
  try {
    return await loadManifest(folder);
  } catch (error) {
    log.warn("no readable artifact", { why: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

async function readRules(root: string): Promise<Rule[]> {
  const folder = join(root, "rules");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yml")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => {
    const parsed = parseRule(text);
    return parsed.ok ? [parsed.rule] : [];
  });
}
