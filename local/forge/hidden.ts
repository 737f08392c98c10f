/** How long a new thing stays out of sight: for so many reads, or so long; one read when nothing is said. */
export interface Hiding {
  reads?: number;
  ms?: number;
  /** Lists lack it as well. */
  lists?: boolean;
}

interface Thing {
  addresses: Set<string>;
  id: unknown;
  reads: number;
  until: number;
  lists: boolean;
}

/** Things that exist but cannot be read yet, as GitHub's replicas lag behind. */
export interface Hidden {
  add(created: unknown, hiding: Hiding): void;
  /** Whether a read of this path must answer 404; counts as one of its reads. */
  hasPath(path: string): boolean;
  /** A list without what is hidden from lists. */
  thin(list: unknown[]): unknown[];
  clear(): void;
}

export function createHidden(): Hidden {
  const things = new Set<Thing>();
  const lasting = () => {
    for (const thing of things) if (thing.reads <= 0 || performance.now() > thing.until) things.delete(thing);
    return [...things];
  };
  const spend = (thing: Thing | undefined) => {
    if (thing) thing.reads--;
    return thing !== undefined;
  };
  return {
    add: (created, hiding) => void things.add(toThing(created, hiding)),
    hasPath: (path) => {
      const wanted = decodeURIComponent(path);
      const covers = (address: string) => wanted === address || wanted.startsWith(`${address}/`);
      return spend(lasting().find((thing) => [...thing.addresses].some(covers)));
    },
    thin: (list) =>
      list.filter((item) => {
        const id = (item as { id?: unknown } | null)?.id;
        return !spend(lasting().find((thing) => thing.lists && id !== undefined && thing.id === id));
      }),
    clear: () => things.clear(),
  };
}

/** The addresses at which a new thing can be read: pull requests are issues too, refs of branches are branches. */
function toThing(created: unknown, { reads, ms, lists }: Hiding): Thing {
  const { url, id, ref } = (created ?? {}) as { url?: string; id?: unknown; ref?: unknown };
  const path = url ? new URL(url).pathname.replace(/^\/api\/v3/, "") : "";
  const addresses = [path, path.replace("/pulls/", "/issues/"), path.replace("/git/refs/", "/git/ref/")];
  if (typeof ref === "string") addresses.push(path.replace("/git/refs/heads/", "/branches/"));
  return {
    addresses: new Set(addresses.filter(Boolean).map(decodeURIComponent)),
    id,
    reads: reads ?? (ms === undefined ? 1 : Number.POSITIVE_INFINITY),
    until: ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + ms,
    lists: lists ?? false,
  };
}
