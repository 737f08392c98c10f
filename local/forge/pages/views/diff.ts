import { type Html, html } from "../../../../web/html.ts";
import { renderMarkdown } from "../../../../web/markdown/render-markdown.ts";
import { encodePath } from "../parts.ts";
import type { DiffFile, ReviewComment } from "../types.ts";

/** Files of a change as coloured diffs, with review comments below the lines that they are about. */
export function renderDiff(
  repo: string,
  files: readonly DiffFile[],
  comments: readonly ReviewComment[] = [],
): Html {
  if (files.length === 0) return html`<p class="empty">No files changed.</p>`;
  const added = files.reduce((sum, file) => sum + file.additions, 0);
  const removed = files.reduce((sum, file) => sum + file.deletions, 0);
  return html`<p class="quiet">${files.length} ${files.length === 1 ? "file" : "files"} changed,
<span class="added">+${added}</span> <span class="removed">−${removed}</span></p>
${files.map((file) =>
  renderFile(
    repo,
    file,
    comments.filter((comment) => comment.path === file.filename),
  ),
)}`;
}

function renderFile(repo: string, file: DiffFile, comments: ReviewComment[]): Html {
  const renamed = file.previous_filename && file.previous_filename !== file.filename;
  const lines = parsePatch(file.patch ?? "");
  const placed = new Set<ReviewComment>();
  const rows = lines.map((line) => {
    const own = comments.filter((comment) => isAbout(comment, line));
    for (const comment of own) placed.add(comment);
    return [
      renderLine(line),
      ...own.map(
        (comment) => html`<tr class="inline"><td colspan="3">${renderInline(repo, comment)}</td></tr>`,
      ),
    ];
  });
  const rest = comments.filter((comment) => !placed.has(comment));
  return html`<details class="box file" open>
<summary><strong>${renamed && `${file.previous_filename} → `}${file.filename}</strong>
<span class="quiet">${file.status}</span> <span class="added">+${file.additions}</span> <span class="removed">−${file.deletions}</span></summary>
${lines.length > 0 ? html`<div class="code diff"><table>${rows}</table></div>` : html`<p class="empty">No text to show.</p>`}
${rest.map((comment) => renderInline(repo, comment))}
</details>`;
}

export function renderInline(repo: string, comment: ReviewComment): Html {
  const where = encodePath(comment.path);
  return html`<div class="remark" id="discussion_r${comment.id}"><p class="quiet"><strong>${comment.user?.login}</strong>
on <a href="/${repo}/blob/${comment.commit_id}/${where}">${comment.path}</a>${comment.line && `:${comment.line}`}</p>
${renderMarkdown(comment.body, { repo })}</div>`;
}

interface DiffLine {
  kind: "hunk" | "added" | "removed" | "same" | "note";
  text: string;
  left?: number;
  right?: number;
}

/** The lines of a unified diff, numbered on both sides. */
function parsePatch(patch: string): DiffLine[] {
  let left = 0;
  let right = 0;
  if (patch === "") return [];
  return patch.split("\n").map((text): DiffLine => {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (hunk) {
      left = Number(hunk[1]);
      right = Number(hunk[2]);
      return { kind: "hunk", text };
    }
    if (text.startsWith("+")) return { kind: "added", text, right: right++ };
    if (text.startsWith("-")) return { kind: "removed", text, left: left++ };
    if (text.startsWith("\\")) return { kind: "note", text };
    return { kind: "same", text, left: left++, right: right++ };
  });
}

function renderLine(line: DiffLine): Html {
  return html`<tr class="${line.kind}"><td class="number">${line.left}</td><td class="number">${line.right}</td><td>${line.text}</td></tr>`;
}

function isAbout(comment: ReviewComment, line: DiffLine): boolean {
  if (!comment.line) return false;
  return comment.side === "LEFT" ? line.left === comment.line : line.right === comment.line;
}
