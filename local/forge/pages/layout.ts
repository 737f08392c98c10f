import { type Html, html } from "../../../web/html.ts";
import type { Page, PageContext, Tab } from "./types.ts";

const TABS: { tab: Tab; path: string; name: string }[] = [
  { tab: "code", path: "", name: "Code" },
  { tab: "issues", path: "/issues", name: "Issues" },
  { tab: "pulls", path: "/pulls", name: "Pull requests" },
  { tab: "actions", path: "/actions", name: "Actions" },
];

/** The frame around every page. */
export function renderLayout(page: Page, context: PageContext, here: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.refresh && html`<meta http-equiv="refresh" content="${page.refresh}">`}
<title>${page.title}${context.repo && ` · ${context.repo}`} · gsd local</title>
<link rel="stylesheet" href="/-/style.css">
<link rel="icon" href="/-/icon.svg" type="image/svg+xml">
</head>
<body>
<header class="top">
<div class="wide">
<a class="home" href="/">gsd <span>local</span></a>
${context.repo ? renderBreadcrumb(context.repo) : context.options.beside && html`<a href="${context.options.beside.path}">${context.options.beside.name}</a>`}
${renderViewerMenu(context, here)}
</div>
${context.repo && renderTabs(context, page.tab)}
</header>
<main class="wide">${page.body}</main>
<footer class="wide">A GitHub on your machine, for trying gsd. Everything here is gone when it stops.</footer>
</body>
</html>
`;
}

function renderBreadcrumb(repo: string): Html {
  const [owner, name] = repo.split("/");
  return html`<span class="breadcrumb">${owner} / <a href="/${repo}">${name}</a></span>`;
}

function renderTabs({ repo, options: { beside } }: PageContext, active: Tab | undefined): Html {
  const links = TABS.map(
    ({ tab, path, name }) =>
      html`<a href="/${repo}${path}"${tab === active && html` class="active" aria-current="page"`}>${name}</a>`,
  );
  const more = beside && html`<a href="/${repo}${beside.path}">${beside.name}</a>`;
  return html`<nav class="tabs wide" aria-label="Repository">${links}${more}</nav>`;
}

function renderViewerMenu({ options, viewer, csrf }: PageContext, here: string): Html {
  const choices = options.viewers().map(
    ({ role, login, access = login }) =>
      html`<button name="role" value="${role}"${role === viewer.role && html` class="chosen" aria-pressed="true"`}>
<strong>${role}</strong> <span>${access}</span></button>`,
  );
  return html`<details class="menu">
<summary>acting as <strong>${viewer.role}</strong></summary>
<form method="post" action="/-/viewer">
<input type="hidden" name="_csrf" value="${csrf}">
<input type="hidden" name="back" value="${here}">
${choices}
</form>
</details>`;
}
