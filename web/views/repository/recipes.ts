import type { AgentStep, Recipe, RepeatStep, Step, WorkStep } from "../../../core/recipe/recipe.ts";
import { type Html, html } from "../../html.ts";
import type { Page } from "../../page.ts";
import type { RepositoryView } from "../../routes.ts";
import type { LoadedRecipes, RepositoryName } from "../../source.ts";

/** `/<owner>/<repo>/recipes`: how each kind of job is worked off, drawn as what it does. */
export const showRecipes: RepositoryView = async ({ repository }) =>
  renderRecipes(await repository.recipes(), repository.repository);

export function renderRecipes({ recipes, own, problems }: LoadedRecipes, repository: RepositoryName): Page {
  const sorted = recipes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    title: "Recipes",
    tab: "recipes",
    repository,
    body: html`<h1>Recipes</h1>
<p class="quiet">A recipe says how a job is worked off: who does what, in which order, and what happens until it is right. A repository adds its own in <code>.gsd/recipes/</code>.</p>
${problems.map(({ file, path, message }) => html`<p class="refusal"><code>${file}</code> is not used. ${path && html`<code>${path}</code> `}${message}</p>`)}
<nav class="jump" aria-label="Recipes">${sorted.map(({ name }) => html`<a href="#${name}">${name}</a>`)}</nav>
${sorted.map((recipe) => renderRecipe(recipe, own.includes(recipe.name)))}`,
  };
}

function renderRecipe({ name, kind, description, steps, to }: Recipe, isOwn: boolean): Html {
  return html`<section class="recipe" id="${name}"><h2>${name} <span class="quiet">${kind}${isOwn && ", of this repository"}</span></h2>
<p>${description}${to && html` The result goes to <code>${to}</code>.`}</p>
${renderSteps(steps)}</section>`;
}

function renderSteps(steps: readonly Step[]): Html {
  return html`<ol class="flow">${steps.map((step) => html`<li>${renderStep(step)}</li>`)}</ol>`;
}

function renderStep(step: Step): Html {
  if (step.type === "parallel")
    return html`<div class="together"><p class="label">side by side</p><ul class="beside">${step.steps.map((one) => html`<li>${renderStep(one)}</li>`)}</ul></div>`;
  return step.type === "repeat" ? renderRepeat(step) : renderWork(step);
}

function renderRepeat({ most, until, steps, between }: RepeatStep): Html {
  return html`<div class="together repeat"><p class="label"><span aria-hidden="true">↻</span> <span>again until <code>${expression(until)}</code>, at most ${typeof most === "number" ? most : html`<code>${expression(most)}</code>`} more times</span></p>
${renderSteps(steps)}
${between.length > 0 && html`<p class="label">between two rounds</p>${renderSteps(between)}`}</div>`;
}

const looks: Readonly<Record<WorkStep["type"], string>> = { agent: "agent", run: "run", code: "own" };

function renderWork(step: WorkStep): Html {
  return html`<div class="box ${looks[step.type]}"><p><strong>${step.id}</strong> ${whatIs(step)}</p>
${step.type === "agent" && step.each !== undefined && html`<p class="quiet">once for each of ${renderEach(step.each)}, side by side</p>`}
${step.if !== undefined && html`<p class="quiet">only if <code>${expression(step.if)}</code></p>`}
${step.with && html`<p class="quiet">is given what ${step.with.join(", ")} said</p>`}
${step.retries !== undefined && html`<p class="quiet">asked again ${step.retries === 1 ? "once" : `${step.retries} times`} where it brings no answer</p>`}</div>`;
}

function whatIs(step: WorkStep): Html {
  if (step.type === "code") return html`<span class="quiet">gsd's own code</span> <code>${step.code}</code>`;
  if (step.type === "run")
    return html`<span class="quiet">runs</span> ${step.run === "commands" ? "the repository's commands" : html`<code>${step.run}</code>`}`;
  return html`<span class="quiet">asks</span> ${roleOf(step)} <span class="quiet">for ${step.agent.answer === "change" ? "a change" : `a ${step.agent.answer}`}</span>`;
}

function roleOf({ agent: { role } }: AgentStep): Html {
  if (role === "auto") return html`whoever fits best`;
  return role.includes("${{") ? html`<code>${expression(role)}</code>` : html`${role}`;
}

function renderEach(each: string | readonly string[]): Html {
  return typeof each === "string" ? html`<code>${expression(each)}</code>` : html`${each.join(", ")}`;
}

/** Without the marks around it. */
function expression(text: string): string {
  return text.replaceAll(/\$\{\{\s*|\s*\}\}/g, "");
}
