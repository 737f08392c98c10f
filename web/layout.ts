import { address, full, github } from "./address.ts";
import { assets } from "./assets.ts";
import { type Html, html } from "./html.ts";
import type { Page, PageContext, Tab } from "./page.ts";
import type { RepositoryName } from "./source.ts";

const tabs: { tab: Tab; name: string; address(of: RepositoryName): string }[] = [
  { tab: "tracks", name: "Tracks", address: address.repository },
  { tab: "spending", name: "Spending", address: address.spending },
  { tab: "recipes", name: "Recipes", address: address.recipes },
];

/** The frame around every page. */
export function renderLayout(page: Page, context: PageContext): Html {
  const { repository } = page;
  const isLive = context.live !== undefined && page.status === undefined;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}${repository && ` · ${repository.owner}/${repository.name}`} · gsd</title>
<link rel="stylesheet" href="${assets.style.address}">
<link rel="icon" href="${assets.icon.address}" type="image/svg+xml">
${isLive && html`<script src="${assets.live.address}" defer></script>`}
</head>
<body${isLive && html` data-live-from="${address.live(repository)}" data-live-seen="${context.live}"`}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<div class="wide">
<a class="home" href="${address.overview}">gsd</a>
${repository && renderBreadcrumb(repository)}
${context.account && renderAccount(context.account)}
</div>
${repository && renderTabs(repository, page.tab, context.site)}
</header>
<main class="wide" id="content" tabindex="-1">${page.body}</main>
<footer class="wide">What gsd does here, read from the branch <code>gsd/ledger</code> of each repository.</footer>
</body>
</html>
`;
}

function renderBreadcrumb(repository: RepositoryName): Html {
  const { owner, name } = repository;
  return html`<span class="breadcrumb">${owner} / <a href="${address.repository(repository)}">${name}</a></span>`;
}

function renderTabs(repository: RepositoryName, active: Tab | undefined, site: string): Html {
  const links = tabs.map(
    ({ tab, name, address: of }) =>
      html`<a href="${of(repository)}"${tab === active && html` class="active" aria-current="page"`}>${name}</a>`,
  );
  const where = site === "" ? "Code and issues" : "On GitHub";
  return html`<nav class="tabs wide" aria-label="${full(repository)}">${links}<a class="away" href="${github.repository(site, repository)}">${where}</a></nav>`;
}

function renderAccount({ login, menu }: NonNullable<PageContext["account"]>): Html {
  return html`<div class="account"><span>${login}</span>${menu}</div>`;
}
