/** `core/** -> adapters/**`: where something is imported, and what may not be. */
export function parseArrow(text: string): { from: string; to: string } | undefined {
  const [from = "", to = "", ...rest] = text.split(/->|→/).map((part) => part.trim());
  return from !== "" && to !== "" && rest.length === 0 ? { from, to } : undefined;
}
