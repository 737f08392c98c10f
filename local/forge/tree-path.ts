import { Refusal } from "./reply.ts";

/** Refuses paths that git would not check out. */
export function requireTreePath(path: string): string {
  const bad = (part: string) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git";
  if (path.split("/").some(bad))
    throw new Refusal(422, `tree.path contains a malformed path component: ${path}`);
  return path;
}
