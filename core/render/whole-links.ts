/** What is said in a thread links its neighbours; elsewhere these links have to be whole. `page` is the repository's. */
export function wholeLinks(markdown: string, page: string): string {
  return markdown.replaceAll("](../", `](${page}/`);
}
