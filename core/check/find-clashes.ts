import { foldName } from "../text/fold-name.ts";
import { show } from "./check-paths.ts";

/** A path, and where in it the part begins that is looked at; paths that are spelled alike up to there share a number. */
interface Walker {
  path: string;
  isNew: boolean;
  at: number;
  spelling: number;
}

/** One way to write a bucket's name with all that is above it, and who did so first. */
interface Spelling {
  above: number;
  part: string;
  number: number;
  path: string;
  end: number;
  isNew: boolean;
}

/** All that some file system takes for the same part of a path. */
interface Bucket {
  files: Walker[];
  below: Walker[];
  spellings: Map<string, Spelling>;
  first: Spelling;
  hasNew: boolean;
}

/**
 * Pairs of paths, or of their folders, that some file system cannot keep apart; and files that are also folders. What is
 * there already may stay as it is. A path in `existing` that ends in a slash is a folder whose files are not known.
 */
export function findClashes(written: readonly string[], existing: Iterable<string>): string[] {
  const problems = new Set<string>();
  const fold = createFold();
  const walkers: Walker[] = [];
  for (const path of existing) walkers.push({ path, isNew: false, at: 0, spelling: 0 });
  for (const path of written) walkers.push({ path, isNew: true, at: 0, spelling: 0 });
  let groups = [walkers];
  while (groups.length > 0) {
    groups = groups.flatMap((group) => {
      const met = [...bucketsOf(group, fold).values()].filter(isOfInterest);
      for (const bucket of met) for (const problem of problemsIn(bucket)) problems.add(problem);
      return met.map(deeper).filter((below) => below.length > 1 && below.some(({ isNew }) => isNew));
    });
  }
  return [...problems];
}

/** What is looked at in the next part; a path that clashes already is said once. */
function deeper({ below, spellings }: Bucket): Walker[] {
  if (spellings.size === 0) return below;
  const clashing = new Set([...spellings.values()].filter(({ isNew }) => isNew).map(({ number }) => number));
  return below.filter(({ spelling }) => !clashing.has(spelling));
}

/** Names repeat: each is folded once. */
function createFold(): (part: string) => string {
  const known = new Map<string, string>();
  return (part) => {
    const found = known.get(part) ?? foldName(part);
    known.set(part, found);
    return found;
  };
}

function isOfInterest({ files, below, hasNew }: Bucket): boolean {
  return hasNew && files.length + below.length > 1;
}

function bucketsOf(group: Walker[], fold: (part: string) => string): Map<string, Bucket> {
  const buckets = new Map<string, Bucket>();
  for (const walker of group) {
    const { path, at, isNew, spelling } = walker;
    const slash = path.indexOf("/", at);
    const end = slash < 0 ? path.length : slash;
    const part = path.slice(at, end);
    const key = fold(part);
    const mine = { above: spelling, part, number: 0, path, end, isNew };
    const bucket = buckets.get(key) ?? newBucket(mine);
    buckets.set(key, bucket);
    bucket.hasNew ||= isNew;
    walker.spelling = spell(bucket, mine).number;
    walker.at = end + 1;
    (slash < 0 ? bucket.files : bucket.below).push(walker);
  }
  return buckets;
}

function newBucket(first: Spelling): Bucket {
  return { files: [], below: [], spellings: new Map(), first, hasNew: false };
}

/** What is there comes first, so a spelling is new only where nothing is spelled so yet. */
function spell({ spellings, first }: Bucket, mine: Spelling): Spelling {
  if (mine.part === first.part && mine.above === first.above) return first;
  const key = `${mine.above}/${mine.part}`;
  const known = spellings.get(key) ?? { ...mine, number: spellings.size + 1 };
  spellings.set(key, known);
  return known;
}

function problemsIn({ files, below, spellings, first }: Bucket): string[] {
  const clashes = [...spellings.values()]
    .filter(({ isNew }) => isNew)
    .map(({ path }) => `${show(path)} clashes with ${show(first.path.slice(0, first.end))}`);
  return [...clashes, ...findFileFolders(files, below)];
}

function findFileFolders(files: Walker[], below: Walker[]): string[] {
  const [file] = files;
  const [deeper] = below;
  if (!file || !deeper) return [];
  const fresh = files.filter(({ isNew }) => isNew);
  const needing = below.filter(({ isNew }) => isNew);
  return [
    ...fresh.map(({ path }) => `${show(path)} is a file, but ${show(deeper.path)} needs it to be a folder`),
    ...needing.map(({ path }) => `${show(path)} needs ${show(file.path)} to be a folder, but it is a file`),
  ];
}
