import type { PathChange } from "../../../core/ports/github/git.ts";
import { plural } from "../../../core/render/phrases.ts";
import { type Html, html } from "../../html.ts";

/** A diff that is longer is GitHub's to show. */
const mostBytes = 60_000;
const mostFiles = 100;

/** The files that a change touches, and the lines of each as long as there is room. */
export function renderDiff(changes: readonly PathChange[] | undefined): Html {
  if (!changes || changes.length === 0) return html`<p class="empty">There is no change to show yet.</p>`;
  let room = mostBytes;
  const files = changes.slice(0, mostFiles).map(({ path, status, patch }) => {
    const fits = patch !== undefined && patch.length <= room;
    if (fits) room -= patch.length;
    const text = fits
      ? renderPatch(patch)
      : html`<p class="quiet">${patch === undefined ? "This file is no text, or too long for GitHub to show." : "Too long for this page; the pull request shows it."}</p>`;
    return html`<details class="file"${changes.length <= 8 && html` open`}><summary><code>${path}</code> <span class="quiet">${status}</span></summary>${text}</details>`;
  });
  const more = changes.length - mostFiles;
  return html`<p class="quiet">${plural(changes.length, "file")}</p>${files}${more > 0 && html`<p class="quiet">and ${plural(more, "more file")}</p>`}`;
}

function renderPatch(patch: string): Html {
  const lines = patch.split("\n").map(
    (line) => html`<span class="${lookOf(line)}">${line}
</span>`,
  );
  return html`<pre class="diff" tabindex="0"><code>${lines}</code></pre>`;
}

function lookOf(line: string): string {
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return line.startsWith("@@") ? "hunk" : "same";
}
