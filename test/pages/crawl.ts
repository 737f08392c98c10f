/** Follows every link of this site, each once; what came back by address. */
export async function crawl(site: string, start: string): Promise<Map<string, number>> {
  const visited = new Map<string, number>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (visited.has(path)) continue;
    const response = await fetch(site + path);
    visited.set(path, response.status);
    const html = response.headers.get("content-type")?.startsWith("text/html");
    const text = html ? await response.text() : "";
    for (const [, link = ""] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const url = new URL(link.replaceAll("&amp;", "&"), site + path);
      if (url.origin === site) queue.push(url.pathname + url.search);
    }
  }
  return visited;
}
