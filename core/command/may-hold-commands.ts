/** Whether a text has a line that looks like a command; only then is it worth parsing. */
export function mayHoldCommands(text: string): boolean {
  return /^[ \t]*\/[a-z]/im.test(text);
}
