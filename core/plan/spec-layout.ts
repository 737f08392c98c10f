/** How a repository keeps its living specs: in our own folder, or in OpenSpec's where it has that. */
export const specLayouts = ["own", "openspec"] as const;
export type SpecLayout = (typeof specLayouts)[number];

/** The folder that OpenSpec keeps everything in. */
export const openspecFolder = "openspec";
/** Changes that somebody proposed by OpenSpec and did not archive yet. */
export const openspecChanges = `${openspecFolder}/changes`;

/** Where the spec of a capability stands. */
export function specFile(layout: SpecLayout, capability: string): string {
  return layout === "own" ? `specs/${capability}/spec.md` : `${openspecFolder}/specs/${capability}/spec.md`;
}

/** What kind of spec a path is, if it is one. */
export function layoutOf(path: string): SpecLayout | undefined {
  if (/^specs\/[^/]+\/spec\.md$/.test(path)) return "own";
  return /^openspec\/specs\/[^/]+\/spec\.md$/.test(path) ? "openspec" : undefined;
}
