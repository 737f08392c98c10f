/** `body`: all that gsd wrote. `state`: what follows the track. `fold`: the end of what may be folded. `health`: how the base is. */
export type RegionName = "body" | "state" | "fold" | "health";

/** Parts of our own texts that are written anew when something changes. What people write around them stays. */
export const region = {
  format: (name: RegionName, text: string) =>
    text === "" ? `${start(name)}\n${end(name)}` : `${start(name)}\n${text}\n${end(name)}`,
  has: (body: string, name: RegionName) => find(body, name) !== undefined,
  /** The same text with that part as it is now; a text that people took it out of stays as it is. */
  replace: (body: string, name: RegionName, text: string): string => {
    const found = find(body, name);
    return found ? body.slice(0, found.from) + region.format(name, text) + body.slice(found.to) : body;
  },
  /** One text's part, markers and all. */
  cut: (body: string, name: RegionName): string | undefined => {
    const found = find(body, name);
    return found && body.slice(found.from, found.to);
  },
  /** The same text with something else between two parts. */
  between: (body: string, first: RegionName, second: RegionName, text: string): string => {
    const [from, to] = [find(body, first), find(body, second)];
    return from && to && from.to <= to.from ? body.slice(0, from.to) + text + body.slice(to.from) : body;
  },
};

function find(body: string, name: RegionName): { from: number; to: number } | undefined {
  const from = body.indexOf(start(name));
  const to = body.indexOf(end(name), from);
  return from < 0 || to < 0 ? undefined : { from, to: to + end(name).length };
}

function start(name: RegionName): string {
  return `<!-- gsd:${name} start -->`;
}

function end(name: RegionName): string {
  return `<!-- gsd:${name} end -->`;
}
