import { html } from "../../../../web/html.ts";
import type { Repository, View } from "../types.ts";

/** `/`: the repositories that the viewer can see. */
export const showRepositories: View = async ({ api, options }) => {
  const found = await Promise.all(
    options.repositories().map((name) => api.find<Repository>(`/repos/${name}`)),
  );
  const items = found.flatMap((repo) =>
    repo
      ? [
          html`<li><a class="title" href="/${repo.full_name}">${repo.full_name}</a>
${repo.description && html`<p>${repo.description}</p>`}
<p class="quiet">default branch <code>${repo.default_branch}</code> · open issues and pull requests: ${repo.open_issues_count}</p></li>`,
        ]
      : [],
  );
  return {
    title: "Repositories",
    body: html`<h1>Repositories</h1>
${items.length > 0 ? html`<ul class="rows">${items}</ul>` : html`<p class="empty">No repository that you can see as this user.</p>`}`,
  };
};
