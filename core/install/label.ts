/** The label that asks for a plan, as it looks on GitHub. */
export function planLabel(name: string) {
  return { name, color: "5319e7", description: "gsd plans this issue" };
}
