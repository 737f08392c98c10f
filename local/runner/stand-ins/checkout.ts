import { readdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { GsdError } from "../../../core/gsd-error.ts";
import type { StepControl } from "../run-step.ts";
import { type GitStep, openGitStep } from "./git-step.ts";
import { readCount, readFlag, readStandInInputs, requireValue } from "./read-inputs.ts";

const name = "actions/checkout";

/** Fetches a repository over HTTP with the job's token, as actions/checkout does. */
export async function checkout(control: StepControl, given: Record<string, string>) {
  const inputs = readCheckoutInputs(control, given);
  const { job } = control;
  const folder = resolve(job.folders.workspace, inputs.path);
  if (relative(job.folders.workspace, folder).startsWith("..")) {
    throw new GsdError("checkout-path", `Repository path '${inputs.path}' is not under the workspace`);
  }
  await emptyFolder(folder, readFlag("clean", inputs.clean));
  const server = job.run.machine.host.urls.server.replace(/\/$/, "");
  const header = `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${inputs.token}`).toString("base64")}`;
  job.masker.add(inputs.token);
  job.masker.add(header.slice(header.lastIndexOf(" ") + 1));
  const setting = { key: `http.${server}/.extraheader`, value: header };
  const git = openGitStep(control, folder, [setting]);
  await git.run(["-c", "init.defaultBranch=main", "init", "--quiet"]);
  await git.run(["remote", "add", "origin", `${server}/${inputs.repository}`]);
  const target = await fetchTarget(git, inputs);
  await sparse(git, inputs);
  await git.run(["checkout", "--quiet", "--force", ...target]);
  if (readFlag("persist-credentials", inputs["persist-credentials"])) {
    await git.run(["config", "--local", setting.key, setting.value], { quiet: true });
  }
  const commit = await git.run(["log", "-1", "--format=%H"]);
  return { ref: inputs.ref, commit: commit.trim() };
}

function readCheckoutInputs(control: StepControl, given: Record<string, string>) {
  const github = control.scope.contexts["github"] as Record<string, string>;
  const inputs = readStandInInputs(name, given, {
    repository: github["repository"]!,
    ref: "",
    token: github["token"]!,
    path: ".",
    clean: "true",
    "fetch-depth": "1",
    "fetch-tags": "false",
    "persist-credentials": "true",
    "show-progress": "true",
    "set-safe-directory": "true",
    "sparse-checkout": "",
    "sparse-checkout-cone-mode": "true",
    submodules: "false",
    lfs: "false",
  });
  requireValue(name, { name: "submodules", value: inputs.submodules, offered: "false" });
  requireValue(name, { name: "lfs", value: inputs.lfs, offered: "false" });
  const own = inputs.repository.toLowerCase() === github["repository"]!.toLowerCase();
  if (inputs.ref !== "" || !own) return { ...inputs, sha: "" };
  return { ...inputs, ref: github["ref"]!, sha: github["sha"]! };
}

type Inputs = ReturnType<typeof readCheckoutInputs>;

/** Fetches the commit, and says what `git checkout` is to be told. */
async function fetchTarget(git: GitStep, inputs: Inputs): Promise<string[]> {
  const { ref, sha } = inputs;
  if (ref === "") {
    await fetch(git, inputs, ["+HEAD:refs/remotes/origin/HEAD"]);
    return ["--detach", "refs/remotes/origin/HEAD"];
  }
  if (/^[0-9a-f]{40}$/.test(ref)) {
    await fetch(git, inputs, [ref]);
    return ["--detach", ref];
  }
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (branch !== undefined) {
    await fetch(git, inputs, [`+${sha || ref}:refs/remotes/origin/${branch}`]);
    return ["-B", branch, `refs/remotes/origin/${branch}`];
  }
  if (ref.startsWith("refs/")) {
    const local = ref.replace(/^refs\/pull\//, "refs/remotes/pull/");
    await fetch(git, inputs, [`+${sha || ref}:${local}`]);
    return ["--detach", local];
  }
  return fetchShortName(git, inputs);
}

/** A name without `refs/`: a branch first, then a tag. */
async function fetchShortName(git: GitStep, inputs: Inputs): Promise<string[]> {
  const { ref, repository } = inputs;
  const refspecs = [
    `+refs/heads/${ref}*:refs/remotes/origin/${ref}*`,
    `+refs/tags/${ref}*:refs/tags/${ref}*`,
  ];
  await fetch(git, inputs, refspecs).catch((cause: GsdError) => {
    const words = `Could not fetch a branch or tag '${ref}' of ${repository}: ${cause.message}`;
    throw new GsdError("checkout-ref", words, { cause });
  });
  const found = await git.run([
    "for-each-ref",
    "--format=%(refname)",
    `refs/remotes/origin/${ref}`,
    `refs/tags/${ref}`,
  ]);
  const names = found.split("\n");
  if (names.includes(`refs/remotes/origin/${ref}`)) return ["-B", ref, `refs/remotes/origin/${ref}`];
  if (names.includes(`refs/tags/${ref}`)) return ["--detach", `refs/tags/${ref}`];
  throw new GsdError("checkout-ref", `A branch or tag with the name '${ref}' could not be found`);
}

async function fetch(git: GitStep, inputs: Inputs, refspecs: string[]) {
  const depth = readCount("fetch-depth", inputs["fetch-depth"]);
  const tags = readFlag("fetch-tags", inputs["fetch-tags"]) ? "--tags" : "--no-tags";
  if (depth > 0) {
    await git.run(["fetch", "--quiet", tags, `--depth=${depth}`, "origin", ...refspecs]);
    return;
  }
  const everything = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  await git.run(["fetch", "--quiet", tags, "origin", ...everything]);
  await git.run(["fetch", "--quiet", tags, "origin", ...refspecs]);
}

async function sparse(git: GitStep, inputs: Inputs) {
  const patterns = inputs["sparse-checkout"]
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (patterns.length === 0) return;
  const cone = readFlag("sparse-checkout-cone-mode", inputs["sparse-checkout-cone-mode"])
    ? "--cone"
    : "--no-cone";
  await git.run(["sparse-checkout", "set", cone, ...patterns]);
}

async function emptyFolder(folder: string, clean: boolean) {
  await mkdir(folder, { recursive: true });
  const entries = readdirSync(folder);
  if (entries.length > 0 && !clean) {
    throw new GsdError(
      "unsupported",
      `not supported by the local runner: 'clean: false' of ${name} in a folder that is not empty`,
    );
  }
  await Promise.all(entries.map((entry) => rm(join(folder, entry), { recursive: true, force: true })));
}
