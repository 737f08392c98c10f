import { code, few } from "./phrases.ts";

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
      : ` It tried to reach ${refused}, which is not allowed: add it to \`setup.hosts\` in \`.github/gsd.yml\` if you trust it.`;
  return `The setup ${code(command)} ${how}.${hint}\n${given.tail}`;
}
