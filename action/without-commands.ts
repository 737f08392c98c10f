/** An agent's words in our log: no line of them may be a command to the runner, whatever its line ends are. */
export function withoutCommands(text: string): string {
  return text.replaceAll(/(^|[\r\n\u2028\u2029])(\s*):(?=:)/g, "$1$2: ").replaceAll("##[", "## [");
}
