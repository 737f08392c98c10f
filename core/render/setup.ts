import { code, codeList, few } from "./words.ts";

/** What is said about the command that installs dependencies. */

export function setupNotRun(command: string, hosts: string[]): string {
  const mentioned = hosts.length > 0 ? `; the lockfile mentions ${codeList(hosts)}` : "";
  return `${code(command)} was found, but not run: \`setup.hosts\` in \`.github/gsd.yml\` names no host to install from${mentioned}.`.slice(
    0,
    500,
  );
}

/** Why a setup failed: how it ended, what it may have wanted, and the end of its output below. */
export function setupFailed(
  command: string,
  how: string,
  given: { refused: string[]; tail: string },
): string {
  const refused = few([...new Set(given.refused)].map(code)).join(", ");
  const hint =
    refused === ""
      ? ""
      : ` It was refused ${refused}: add it to \`setup.hosts\` in \`.github/gsd.yml\` if it is yours.`;
  return `The setup ${code(command)} ${how}.${hint}\n${given.tail}`;
}
