import type { Manifest } from "../../../core/model/manifest.ts";
import { plural } from "../../../core/render/phrases.ts";
import { outcomeWords } from "../../../core/render/why.ts";
import { type ReviewView, type RoundView, viewCrew } from "../../../core/view/view-crew.ts";
import { type Html, html } from "../../html.ts";

/** What each round of checks and reviews found, and what was done about it. */
export function renderRounds(manifest: Manifest, reviewers: readonly string[]): Html {
  const { rounds } = viewCrew(manifest, reviewers);
  if (rounds.length === 0) return html``;
  return html`<section><h2>Rounds</h2>${rounds.map(renderRound)}</section>`;
}

function renderRound({ round, problems, broken, failing, reviews, fix }: RoundView): Html {
  const count = reviews.reduce(
    (sum, review) => sum + (review.type === "given" ? review.findings.length : 0),
    0,
  );
  const wrong = problems.length + broken.length + failing.length;
  const words = [
    wrong > 0 ? plural(wrong, "problem") : "",
    reviews.length > 0 ? plural(count, "finding") : "",
  ];
  return html`<details class="round"${(wrong > 0 || count > 0) && html` open`}><summary>Round ${round} <span class="quiet">${words.filter(Boolean).join(", ") || "nothing was wrong"}</span></summary>
${list("What gsd's own checks said", [...problems, ...broken])}
${failing.map(({ name, command, tail }) => html`<p><span class="bad">✗ ${name}</span> <code>${command}</code></p><pre class="tail" tabindex="0">${tail}</pre>`)}
${reviews.map(renderReview)}
${fix !== undefined && html`<p class="label">What was changed then</p><p class="words">${fix}</p>`}
</details>`;
}

function list(title: string, entries: readonly string[]): Html {
  if (entries.length === 0) return html``;
  return html`<p class="label">${title}</p><ul>${entries.map((entry) => html`<li class="words">${entry}</li>`)}</ul>`;
}

function renderReview(review: ReviewView): Html {
  if (review.type === "missing")
    return html`<p><strong>${review.role}</strong> gave no review: ${outcomeWords[review.outcome]}. <span class="words">${review.reason}</span></p>`;
  const findings = review.findings.map(
    ({
      severity,
      path,
      line,
      message,
      suggestion,
      dispute,
    }) => html`<li><span class="severity ${severity}">${severity}</span> <code>${path}${line !== undefined && `:${line}`}</code>
<p class="words">${message}</p>${suggestion && html`<p class="words quiet">${suggestion}</p>`}${dispute && html`<p class="words"><strong>Disputed:</strong> ${dispute}</p>`}</li>`,
  );
  return html`<p><strong>${review.role}</strong> <span class="words">${review.summary}</span></p>${findings.length > 0 && html`<ul class="findings">${findings}</ul>`}`;
}
