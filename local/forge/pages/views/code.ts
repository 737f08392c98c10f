import { type Html, html } from "../../../../web/html.ts";
import { renderMarkdown } from "../../../../web/markdown/render-markdown.ts";
import type { Api } from "../api.ts";
import { encodePath } from "../parts.ts";
import { splitRef } from "../split-ref.ts";
import type { ContentFile, PageContext, Ref, Repository, View } from "../types.ts";

/** `/{owner}/{repo}`: files of the default branch and the README. */
export const showRepository: View = async (context) => {
  const repo = await context.api.get<Repository>(`/repos/${context.repo}`);
  return showFolder(context, { ref: repo.default_branch, path: "" });
};

/** `/{owner}/{repo}/tree/{ref}/{path}`. */
export const showTree: View = async (context) => {
  return showFolder(context, await splitRef(context.api, context.repo, context.params["rest"] ?? ""));
};

/** `/{owner}/{repo}/blob/{ref}/{path}`: text, or rendered Markdown. */
export const showBlob: View = async ({ api, repo, params, query }) => {
  const place = await splitRef(api, repo, params["rest"] ?? "");
  const file = await api.get<ContentFile>(contentsPath(repo, place));
  const bytes = Buffer.from(file.content ?? "", "base64");
  const plain = query.get("plain") === "1";
  const markdown = /\.(?:md|markdown)$/i.test(file.path);
  return {
    title: file.path,
    tab: "code",
    body: html`${renderPath(repo, place)}
<article class="box">
<header><strong>${file.name}</strong> <span class="quiet">${file.size} bytes</span>
${markdown && html`<a href="${plain ? "?" : "?plain=1"}">${plain ? "rendered" : "source"}</a>`}
<a href="/${repo}/raw/${encodePath(place.ref)}/${encodePath(file.path)}">raw</a></header>
${markdown && !plain ? renderMarkdown(bytes.toString("utf8"), markdownPlace(repo, place.ref, file.path)) : renderText(bytes)}
</article>`,
  };
};

/** `/{owner}/{repo}/raw/{ref}/{path}`: the bytes, as a picture or as plain text and as nothing else. */
export const showRaw: View = async ({ api, repo, params }) => {
  const file = await api.get<ContentFile>(
    contentsPath(repo, await splitRef(api, repo, params["rest"] ?? "")),
  );
  const ending = /\.(png|jpe?g|gif|webp|svg)$/i.exec(file.path)?.[1]?.toLowerCase();
  const type = ending
    ? `image/${ending.replace("jpg", "jpeg").replace("svg", "svg+xml")}`
    : "text/plain; charset=utf-8";
  return { status: 200, headers: { "content-type": type }, body: Buffer.from(file.content ?? "", "base64") };
};

interface Place {
  ref: string;
  path: string;
}

async function showFolder({ api, repo }: PageContext, place: Place) {
  const found = await api.find<ContentFile[]>(contentsPath(repo, place));
  const entries = Array.isArray(found) ? found : [];
  const rank = (entry: ContentFile) => (entry.type === "dir" ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const rows = entries.map((entry) => {
    const kind = entry.type === "dir" ? "tree" : "blob";
    const href = `/${repo}/${kind}/${encodePath(place.ref)}/${encodePath(entry.path)}`;
    return html`<li class="${kind}"><a href="${href}">${entry.name}${kind === "tree" && "/"}</a></li>`;
  });
  return {
    title: place.path || place.ref,
    tab: "code" as const,
    body: html`<div class="bar">${await renderBranches(api, repo, place.ref)}
<a href="/${repo}/commits/${encodePath(place.ref)}">commits</a></div>
${renderPath(repo, place)}
${rows.length > 0 ? html`<ul class="rows files">${rows}</ul>` : html`<p class="empty">Nothing here.</p>`}
${await renderReadme(api, repo, place, entries)}`,
  };
}

async function renderBranches(api: Api, repo: string, current: string): Promise<Html> {
  const refs = (await api.find<Ref[]>(`/repos/${repo}/git/matching-refs/heads`)) ?? [];
  const names = refs.map(({ ref }) => ref.replace("refs/heads/", ""));
  return html`<details class="menu left"><summary>branch <strong>${current}</strong></summary><div>
${names.map((name) => html`<a href="/${repo}/tree/${encodePath(name)}">${name}</a>`)}</div></details>`;
}

async function renderReadme(
  api: Api,
  repo: string,
  place: Place,
  entries: ContentFile[],
): Promise<Html | undefined> {
  const readme = entries.find((entry) => /^readme\.md$/i.test(entry.name));
  if (!readme) return undefined;
  const file = await api.find<ContentFile>(contentsPath(repo, { ...place, path: readme.path }));
  const text = Buffer.from(file?.content ?? "", "base64").toString("utf8");
  return html`<article class="box"><header><strong>${readme.name}</strong></header>
${renderMarkdown(text, markdownPlace(repo, place.ref, readme.path))}</article>`;
}

function renderPath(repo: string, { ref, path }: Place): Html {
  const parts = path.split("/").filter(Boolean);
  const links = parts.map((part, index) => {
    const folder = encodePath(parts.slice(0, index + 1).join("/"));
    return index === parts.length - 1
      ? html` / ${part}`
      : html` / <a href="/${repo}/tree/${encodePath(ref)}/${folder}">${part}</a>`;
  });
  return html`<p class="path"><a href="/${repo}/tree/${encodePath(ref)}">${repo.split("/")[1]}</a>${links}
<span class="quiet">at ${ref}</span></p>`;
}

function renderText(bytes: Buffer): Html {
  if (bytes.includes(0)) return html`<p class="empty">A binary file.</p>`;
  const lines = bytes.toString("utf8").replace(/\n$/, "").split("\n");
  const rows = lines.map(
    (line, index) =>
      html`<tr id="L${index + 1}"><td class="number"><a href="#L${index + 1}">${index + 1}</a></td><td>${line}</td></tr>`,
  );
  return html`<div class="code"><table>${rows}</table></div>`;
}

function contentsPath(repo: string, { ref, path }: Place): string {
  return `/repos/${repo}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`;
}

function markdownPlace(repo: string, ref: string, path: string) {
  return { repo, file: { ref, folder: path.replace(/[^/]*$/, "") } };
}
