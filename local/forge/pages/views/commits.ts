import { type Html, html } from "../../../../web/html.ts";
import { encodePath, renderTime, shortSha } from "../parts.ts";
import type { Commit, CommitSummary, Comparison, View } from "../types.ts";
import { renderDiff } from "./diff.ts";

/** `/{owner}/{repo}/commits/{ref}`. */
export const showCommits: View = async ({ api, repo, params }) => {
  const ref = params["rest"] ?? "";
  const commits = await api.list<CommitSummary>(
    `/repos/${repo}/commits${ref ? `?sha=${encodeURIComponent(ref)}` : ""}`,
  );
  return {
    title: `Commits of ${ref}`,
    tab: "code",
    body: html`<h1>Commits</h1><p class="path">of <a href="/${repo}/tree/${encodePath(ref)}">${ref}</a></p>
${renderCommits(repo, commits)}`,
  };
};

/** `/{owner}/{repo}/commit/{sha}`. */
export const showCommit: View = async ({ api, repo, params }) => {
  const commit = await api.get<Commit>(`/repos/${repo}/commits/${encodeURIComponent(params["sha"] ?? "")}`);
  const [subject, ...rest] = commit.commit.message.split("\n");
  const parents = commit.parents.map(
    ({ sha }) => html` <a href="/${repo}/commit/${sha}"><code>${shortSha(sha)}</code></a>`,
  );
  return {
    title: subject ?? commit.sha,
    tab: "code",
    body: html`<h1>${subject}</h1>
${rest.join("").trim() && html`<pre class="message">${rest.join("\n").trim()}</pre>`}
<p class="quiet">${commit.commit.author?.name} committed ${renderTime(commit.commit.author?.date)} ·
<code>${commit.sha}</code> · ${parents.length === 1 ? "parent" : "parents"}${parents.length > 0 ? parents : " none"} ·
<a href="/${repo}/tree/${commit.sha}">files at this commit</a></p>
${renderDiff(repo, commit.files ?? [])}`,
  };
};

/** `/{owner}/{repo}/compare/{base}...{head}`. */
export const showComparison: View = async ({ api, repo, params }) => {
  const basehead = params["rest"] ?? "";
  const found = await api.get<Comparison>(`/repos/${repo}/compare/${encodeURIComponent(basehead)}`);
  return {
    title: `Comparing ${basehead}`,
    tab: "code",
    body: html`<h1>Comparing <code>${basehead}</code></h1>
<p class="quiet">${found.ahead_by} ahead, ${found.behind_by} behind</p>
${renderCommits(repo, [...found.commits].reverse())}
<h2>Files</h2>${renderDiff(repo, found.files ?? [])}`,
  };
};

export function renderCommits(repo: string, commits: readonly CommitSummary[]): Html {
  if (commits.length === 0) return html`<p class="empty">No commits.</p>`;
  const rows = commits.map(
    ({
      sha,
      commit,
    }) => html`<li><a class="title" href="/${repo}/commit/${sha}">${commit.message.split("\n")[0]}</a>
<p class="quiet"><code>${shortSha(sha)}</code> ${commit.author?.name} ${renderTime(commit.author?.date)}</p></li>`,
  );
  return html`<ul class="rows">${rows}</ul>`;
}
