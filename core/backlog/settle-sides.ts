interface Sides<T> {
  file: T;
  github: T;
  known: T;
  /** Whether the file was changed after GitHub's side. */
  isLater: boolean;
}

/** Which side has to follow, and what both are known to have said. What waits for a pull request is not agreed on yet. */
export function settleSides<T>({ file, github, known, isLater }: Sides<T>): {
  to: "file" | "github" | "none";
  known: T;
} {
  if (file === github) return { to: "none", known: file };
  if (file === known) return { to: "file", known };
  if (github === known || isLater) return { to: "github", known: file };
  return { to: "file", known: file };
}
