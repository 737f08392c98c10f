/** Cuts the page that the query asks for and names the others in a Link header. */
export function paginate(
  list: unknown[],
  query: URLSearchParams,
  address: string,
): { page: unknown[]; link?: string } {
  const size = clamp(Number(query.get("per_page") ?? 30), 1, 100);
  const number = Math.max(1, Math.floor(Number(query.get("page") ?? 1)) || 1);
  const last = Math.max(1, Math.ceil(list.length / size));
  const page = list.slice((number - 1) * size, number * size);
  const links: [string, number][] = [];
  if (number > 1) links.push(["prev", number - 1]);
  if (number < last) links.push(["next", number + 1], ["last", last]);
  if (number > 1) links.push(["first", 1]);
  if (links.length === 0) return { page };
  return {
    page,
    link: links.map(([rel, to]) => `<${withPage(address, query, to)}>; rel="${rel}"`).join(", "),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, Math.floor(value))) : 30;
}

function withPage(address: string, query: URLSearchParams, page: number): string {
  const next = new URLSearchParams(query);
  next.set("page", String(page));
  return `${address}?${next}`;
}
