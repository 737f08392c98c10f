/** Totals by category, largest first. */
export function report(entries) {
  const totals = new Map();
  for (const { category, amount } of entries) totals.set(category, (totals.get(category) ?? 0) + amount);
  return [...totals].map(([category, total]) => ({ category, total })).sort((a, b) => b.total - a.total);
}
