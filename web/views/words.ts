import { full } from "../address.ts";
import type { Html } from "../html.ts";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import type { RepositoryName } from "../source.ts";

/** A text of `core/render`, in which foreign words are escaped already, as a page shows it. */
export function renderWords(
  text: string,
  { site, repository }: { site: string; repository: RepositoryName },
): Html {
  return renderMarkdown(text, { site, repo: full(repository) });
}
