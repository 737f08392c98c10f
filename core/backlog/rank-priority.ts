/** How urgent a label makes an issue. */
export interface Priority {
  rank: number;
  /** The label that says so. */
  label?: string;
}

/** The usual names by rank; an issue without any of them stands between `medium` and `low`. */
const usual: RegExp[] = [/^(p0|critical|urgent)$/, /^(p1|high)$/, /^(p2|medium|normal)$/];
const usualLow: RegExp[] = [/^(p3|low)$/, /^(p4|lowest)$/];
const unlabeled = usual.length;

/** The priority of an issue by its labels: those that are configured, the most urgent first, or the usual ones. */
export function rankPriority(labels: readonly string[], configured?: readonly string[]): Priority {
  const ranks = labels.map((label) => ({
    label,
    rank: configured ? rankIn(label, configured) : usualRank(label),
  }));
  const [best] = ranks
    .flatMap(({ label, rank }) => (rank === undefined ? [] : [{ label, rank }]))
    .toSorted((a, b) => a.rank - b.rank);
  return best ?? { rank: configured ? configured.length : unlabeled };
}

function rankIn(label: string, configured: readonly string[]): number | undefined {
  const at = configured.findIndex((one) => one.toLowerCase() === label.toLowerCase());
  return at < 0 ? undefined : at;
}

/** `P1`, `priority: high`, `priority/high`, `high priority` and `high-priority` mean the same. */
function usualRank(label: string): number | undefined {
  const plain = label.toLowerCase().trim();
  const bare = plain.replace(/^priority\s*[:/-]?\s*/, "").replace(/[\s-]*priority$/, "");
  // A bare `high` or `low` may be about anything.
  if (bare === plain && !/^p[0-4]$/.test(bare)) return undefined;
  const above = usual.findIndex((name) => name.test(bare));
  if (above >= 0) return above;
  const below = usualLow.findIndex((name) => name.test(bare));
  return below < 0 ? undefined : unlabeled + 1 + below;
}
