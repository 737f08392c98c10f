import { within } from "../within.ts";
import type { Trees } from "./create-trees.ts";

/** The same trees, where whatever is done to them ends in time. */
export function limitTrees(trees: Trees): Trees {
  return {
    get before() {
      return trees.before;
    },
    own: () => within("copy", () => trees.own()),
    clean: (changes, who) => within("copy", () => trees.clean(changes, who)),
    changes: () => within("read", () => trees.changes()),
    put: (path, content) => within("write", () => trees.put(path, content)),
    fresh: (changes) => within("copy", () => trees.fresh(changes)),
    adopt: (place) => within("install", () => trees.adopt(place)),
    // The job's result stands, whatever cannot be removed.
    [Symbol.asyncDispose]: () => within("copy", async () => trees[Symbol.asyncDispose]()).catch(() => {}),
  };
}
