import { GsdError } from "../../core/gsd-error.ts";
import type { NewFile } from "../../core/install/plan-install.ts";
import { type Clone, listUncommitted } from "../find-clone.ts";
import type { ChoiceFlags } from "./choose.ts";
import type { PlannedFile } from "./init.ts";

type Wish = Pick<ChoiceFlags, "overwrite">;

/** Whether somebody said that this file may be replaced, whatever is in it. */
export function isOverwritten({ overwrite }: Wish, path: string): boolean {
  return overwrite === true || (overwrite ?? []).some((one) => plain(one) === path);
}

/** A name that leads to none of our files would be a file that stays, though somebody wants it replaced. */
export function refuseStrays({ overwrite }: Wish, files: readonly NewFile[]): void {
  const paths = files.map(({ path }) => path);
  const stray = (overwrite === true ? [] : (overwrite ?? [])).find((one) => !paths.includes(plain(one)));
  if (stray === undefined) return;
  throw new GsdError(
    "usage",
    `gsd init writes no ${stray}, so it has nothing to put there. --overwrite takes ${paths.join(", ")}.`,
  );
}

/** Files that would be replaced and whose text is in no commit: git could not bring it back. */
export async function findUncommitted(
  { folder }: Clone,
  files: readonly PlannedFile[],
  wish: Wish,
): Promise<string[]> {
  const replaced = files.filter(({ path, state }) => state === "differs" && isOverwritten(wish, path));
  if (replaced.length === 0) return [];
  return listUncommitted(
    folder,
    replaced.map(({ path }) => path),
  );
}

function plain(path: string): string {
  return path.replace(/^\.\//, "");
}
