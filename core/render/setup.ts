import { code, codeList, few } from "./words.ts";

/** What is said about the command that installs dependencies. */

/** A note, so that it has to fit in 500 characters. */
export function setupNotRun(command: string, hosts: string[]): string {
  const few = hosts.filter((host) => host.length <= 60).slice(0, 3);
  const mentioned = few.length > 0 ? `; the lockfile mentions ${codeList(few)}` : "";
  return `${code(command.slice(0, 150))} was found, but not run: \`setup.hosts\` in \`.github/gsd.yml\` names no host to install from${mentioned}.`;
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
