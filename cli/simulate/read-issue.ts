import { existsSync, readFileSync, statSync } from "node:fs";
import { createClient } from "../../adapters/github/create-client.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { CliEnvironment } from "../environment.ts";
import type { Clone } from "../open-clone.ts";

/** An issue to rehearse. */
export interface RehearsalIssue {
  number: number;
  title: string;
  body: string;
}

/** Reads an issue by its number through the API, or from a Markdown file. */
export async function readIssue(
  argument: string,
  clone: Clone,
  environment: CliEnvironment,
): Promise<RehearsalIssue> {
  const [, number] = /^#?(\d{1,9})$/.exec(argument) ?? [];
  if (number && Number(number) > 0) return await fetchIssue(Number(number), clone, environment);
  if (!existsSync(argument) || !statSync(argument).isFile())
    throw new GsdError(
      "usage",
      `"${argument}" is neither the number of an issue nor a file. Write \`gsd simulate 42\`, or \`gsd simulate issue.md\`.`,
    );
  return parseIssue(argument, readFileSync(argument, "utf8"));
}

/** The first heading is the title, the rest the text. */
export function parseIssue(path: string, text: string): RehearsalIssue {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const at = lines.findIndex((line) => /^#{1,6}\s+\S/.test(line));
  const title =
    lines[at]
      ?.replace(/^#+\s+/, "")
      .replace(/\s+#*\s*$/, "")
      .trim() ?? "";
  if (!title)
    throw new GsdError("usage", `${path} has no heading. Begin it with "# " and the title of the issue.`);
  const body = [...lines.slice(0, at), ...lines.slice(at + 1)].join("\n").trim();
  return { number: 1, title: title.slice(0, 256), body };
}

async function fetchIssue(
  number: number,
  clone: Clone,
  { apiUrl, token, repository }: CliEnvironment,
): Promise<RehearsalIssue> {
  const [owner, name] = clone.slug ? [clone.slug.owner, clone.slug.name] : (repository ?? "").split("/");
  if (!owner || !name)
    throw new GsdError(
      "usage",
      `${clone.root} has no remote "origin" that names a repository, so #${number} cannot be looked up. Write the issue into a Markdown file: \`gsd simulate issue.md\`.`,
    );
  const where = { owner, repo: name, issue_number: number };
  const client = createClient({ token: token ?? "", baseUrl: apiUrl });
  const { data } = await client.rest.issues.get(where).catch((error: unknown) => {
    throw explain(error, { number, place: `${owner}/${name}`, apiUrl, hasToken: token !== undefined });
  });
  if (data.pull_request)
    throw new GsdError("usage", `#${number} of ${owner}/${name} is a pull request; gsd plans issues.`);
  return { number, title: data.title, body: data.body ?? "" };
}

interface Asked {
  number: number;
  place: string;
  apiUrl: string;
  hasToken: boolean;
}

function explain(error: unknown, { number, place, apiUrl, hasToken }: Asked): GsdError {
  const status = (error as { status?: number }).status ?? 0;
  const token = hasToken
    ? "The token in GH_TOKEN may not be allowed to read it."
    : "If the repository is private, set GH_TOKEN.";
  if (status === 404 || status === 410)
    return new GsdError("not-found", `${place} has no issue #${number}, by ${apiUrl}. ${token}`);
  if (status === 401)
    return new GsdError(
      "unauthorized",
      `${apiUrl} does not accept the token in GH_TOKEN. Make a new one, or unset it.`,
    );
  if (status === 403 || status === 429)
    return new GsdError(
      "forbidden",
      `${apiUrl} refuses to show #${number} of ${place}: rate-limited, or not allowed. ${token}`,
    );
  return new GsdError(
    "unavailable",
    `${apiUrl} cannot be reached, so #${number} cannot be read. Without a network, write the issue into a Markdown file: \`gsd simulate issue.md\`.`,
    { cause: error },
  );
}
