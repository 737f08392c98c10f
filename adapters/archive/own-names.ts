/** Where branches and tags of gsd begin. */
export const ownBranches = ["gsd/", "gsd-task/", "gsd-rollback/", "gsd-report/"] as const;
export const ownTags = "gsd/";

export function isOwnBranch(name: string): boolean {
  return ownBranches.some((start) => name.startsWith(start));
}
