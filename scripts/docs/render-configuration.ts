import { ownSettings } from "../../core/model/config/sharing.ts";
import { protectedNames } from "../../core/model/protected-names.ts";
import { product } from "../../core/product.ts";
import { cell, code, describeValue, type Entry, listEntries, type Schema } from "./describe-schema.ts";

/** What a schema cannot say about a setting. */
const notes: Record<string, string> = {
  "setup.command":
    "Detected where none is written; `false` for none. The [versions of languages](setup.md#versions-of-languages) that the repository pins come first in `PATH`.",
  "setup.hosts":
    "Without a list, the hosts that the base's files and the package manager name; see [the setup](setup.md#which-hosts-it-may-reach).",
  commands:
    "What is not written is [detected](setup.md); `false` for none. They run in this order: lint, typecheck, test, build; all of them, even when one fails. Without any, nothing is checked, and a change counts as passing.",
  "limits.parallel": "Counts tasks that run; planners and reviews come on top.",
  "limits.attempts": "It also bounds planning, verification and runs that never begin.",
  "limits.minutes": "The setup and each of `commands` may take as long again.",
  "limits.memory_mb":
    "Those side by side divide it; see [the sandbox](sandbox.md#limits). A hosted runner of 16 GB has room for about 14,000.",
  "limits.disk_mb": "See [the sandbox](sandbox.md#limits).",
  "limits.cpus": "All of the runner's where none is written; see [the sandbox](sandbox.md#limits).",
  auto_merge: "Never for a branch that a person pushed to.",
  merge_method: "The repository has to allow it.",
  protected_paths:
    "Compared without regard to case; a path protects what is below it, too. [What is always protected](#protected_paths).",
  reviewers:
    "Each is a file in `agents/` or in your `.gsd/agents/`. They work side by side and do not see each other.",
  label:
    "Without the App, let it begin with `gsd`: the stub starts no runner for other labels, so those wait for the hourly run.",
  trusted_bots:
    "They can never approve. Without the App only their labels count, from the hourly run on: the stub starts no runner for bots.",
};

/** What one file says for many repositories. */
const forAll = `## For all repositories of an organisation

\`gsd.yml\` at the top of the repository \`<owner>/.github\` counts under each repository's own file, where that owner's runs can read it:

\`\`\`yaml
# acme/.github, gsd.yml
engine: claude-code
budget: { day: 20 }
approvals: 2
\`\`\`

- **What wins.** A repository's own value does. Sections (\`budget\`, \`limits\`, \`roles\`, …) go setting by setting; lists and everything else count
  as a whole. A repository that writes \`engine\` chooses its models anew: of the shared file, \`model\`, \`tiers\`, \`roles\`, \`fallback\` and
  \`review_engine\` do not count there. \`gsd doctor\` shows where each value comes from, and what does not count, also with \`--json\`.
- **What it may not set.** ${ownSettings.map(({ name }) => code(name)).join(", ")}; nor may \`protected_paths\` take names out with \`!\`. Such a
  setting says where a key is sent, what runs, what holds an agent, or whose word counts, so it is written in each repository.
- **Who may change it.** Whoever can push to the default branch of \`<owner>/.github\`. With it they can change what agents cost and how
  careful they are in every repository, though not take its keys: protect that branch as you protect your own.
- **What is wrong in it** stops gsd in all those repositories, as their own file would, and is told with its repository and line.
  \`organization: false\` in a repository leaves the shared file out.
- **What cannot be read.** GitHub shows a run only public repositories besides its own, so \`<owner>/.github\` has to be public. A private one looks
  to a run as if it were not there: \`gsd doctor\` of a person who can see it says so, and with \`organization: true\` in a
  repository gsd does nothing there until it can be read.
- It is read with the repository's own file, in the same request, and like that from the default branch only. \`gsd run\`, \`gsd simulate\` and
  \`gsd cost\` in a clone know what is in the clone: they go by the repository's file alone.
`;

/** What is behind a setting whose own list only adds to ours. */
const always = `## protected_paths

What instructs agents or runs by itself is always protected: the names below, at any depth, with all that is below them, and however
they are spelled. No task may change them, and agents, reviewers and commands work with what the approved commit has there.
Plans (\`specs/changes/**\`, \`specs/archive/**\`) are protected as well, and cannot be taken out.

Your own list adds paths and globs, and takes names of ours out:

\`\`\`yaml
protected_paths:
  - deploy/**
  - "!.env" # agents may change .env, wherever it is
\`\`\`

An entry with \`!\` takes one name out, as it is written below: tasks may change it then, and people see that in the pull request. What
is merged counts for the next ones: until then agents, reviewers and commands have what the approved commit has.

${protectedNames.map(code).join(", ")}
`;

const introduction = `# Configuration

<!-- Generated from core/model/config.ts by scripts/generate-docs.ts: edit those. -->

\`.github/gsd.yml\` holds gsd's settings. Everything has a default, but the script engine needs a \`script\`, so this is the smallest
file that works:

\`\`\`yaml
# yaml-language-server: $schema=${product.schemaUrl}
script: node tools/agent.mjs
\`\`\`

The first line is optional: editors with a YAML language server then complete and check the file by [gsd.schema.json](gsd.schema.json).

- It is read from the default branch only, never from a pull request.
- It is read again for each label and comment and by the hourly run. A track keeps what was read last, and jobs in between use that.
- A file that is not valid is refused with all its errors and their lines. Until it is fixed, tracks continue with the last good one,
  and only \`/help\`, \`/status\`, \`/pause\` and \`/cancel\` are accepted.
- An unknown setting is an error, and so are YAML anchors, aliases, tags, keys given twice, and more than 64 KiB.

## Settings
`;

/** docs/configuration.md, from the schema of `.github/gsd.yml`. */
export function renderConfiguration(schema: Schema): string {
  const settings = listEntries(schema);
  const unknown = Object.keys(notes).filter((name) => !settings.some(({ path }) => path === name));
  if (unknown.length > 0) throw new Error(`notes about settings that do not exist: ${unknown.join(", ")}`);
  const rows = settings.map(row);
  return `${[introduction, "| setting | value | default | meaning |", "|---|---|---|---|", ...rows].join("\n")}\n\n${always}\n${forAll}`;
}

function row({ path, schema }: Entry): string {
  const meaning = [schema.description, notes[path]].filter(Boolean).join(" ");
  if (meaning === "") throw new Error(`${path} has no description`);
  const value = cell(describeValue(schema));
  return `| \`${path}\` | ${value} | ${describeDefault(schema)} | ${cell(meaning)} |`;
}

function describeDefault(schema: Schema): string {
  if (schema.type === "object") return "";
  if (schema.default === undefined) return "none";
  return code(schema.default);
}
