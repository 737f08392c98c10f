/** The sections of PLAN.md, in their order. */
export const planSections = [
  "Why",
  "Requirements",
  "Scenarios",
  "Acceptance criteria",
  "Out of scope",
  "Answers",
  "Design",
  "API",
  "Data",
  "Decisions",
  "Test plan",
  "Commands",
  "Risks",
  "Open questions",
  "Steps",
  "Spec changes",
] as const;
export type PlanSection = (typeof planSections)[number];

/** What planners call them; our own planners' headings are all here. */
const names: Record<PlanSection, string> = {
  Why: "why, background, motivation, problem, problem statement, context, summary, overview, introduction, purpose",
  Requirements:
    "requirements, requirement, functional requirements, non functional requirements, nonfunctional requirements, user stories, what, goals, goals and requirements, behaviour, behavior",
  Scenarios: "scenarios, scenario, examples, use cases, user scenarios",
  "Acceptance criteria":
    "acceptance, acceptance criteria, acceptance criterion, done when, definition of done, success criteria",
  "Out of scope":
    "out of scope, not in scope, scope, non goals, nongoals, not included, exclusions, limitations",
  Answers: "answers, questions and answers, answered questions",
  Design:
    "design, architecture, approach, solution, technical design, components, component, modules, overview of design",
  API: "api, apis, api design, api changes, interface, interfaces, endpoints, public api, cli",
  Data: "data, data model, data models, data structures, schema, schemas, storage, database",
  Decisions:
    "decisions, decision, design decisions, alternatives, alternatives considered, trade offs, tradeoffs, rationale",
  "Test plan":
    "test plan, tests, testing, test cases, test strategy, strategy, qa, qa plan, verification, manual tests",
  Commands: "commands, command, checks, how to run, how to test",
  Risks: "risks, risk, risks and mitigations, risk assessment, edge cases, security, open risks",
  "Open questions":
    "open questions, open question, questions, unresolved questions, assumptions, open points",
  Steps: "steps, plan, implementation, implementation plan, implementation steps, tasks, rollout, milestones",
  "Spec changes": "spec changes, spec change, spec deltas",
};

const byName = new Map(
  planSections.flatMap((section) => names[section].split(", ").map((name) => [name, section] as const)),
);

/** `2.1`, `II.`, `b)`, `Section 3:`, `§ 4`: all of it is spaces by now but for letters and digits. */
const number = /^(?:(?:section|part|chapter) )?(?:(?:\d+|[ivx]+|[a-z]) )+/;

/** Which section a heading means, whatever its case, number or punctuation. */
export function recogniseSection(heading: string): PlanSection | undefined {
  const whole = plain(heading);
  const bare = plain(heading.replaceAll(/\([^()]*\)/g, " "));
  const forms = [whole, bare].flatMap((form) => [form, form.replace(number, "").replace(/^the /, "")]);
  const known = forms.find((form) => byName.has(form));
  return known === undefined ? undefined : byName.get(known);
}

function plain(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}
