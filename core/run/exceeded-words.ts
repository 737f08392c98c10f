/** Why a command was ended that took too much of its runner, as the end of a sentence: which setting allows more. */
export function exceededWords(what: "memory" | "disk"): string {
  return `it used more ${what} than limits.${what}_mb allows, or the runner had hardly any left`;
}
