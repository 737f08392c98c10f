/** The sections of PLAN.md, in their order. */
export const planSections = [
  "Requirements",
  "Acceptance criteria",
  "Design",
  "API",
  "Data",
  "Test plan",
  "Risks",
  "Steps",
  "Spec changes",
] as const;
export type PlanSection = (typeof planSections)[number];

const names: Record<PlanSection, string[]> = {
  Requirements: [
    "requirements",
    "requirement",
    "functional requirements",
    "non functional requirements",
    "nonfunctional requirements",
    "user stories",
    "what",
    "goals",
    "goals and requirements",
    "behaviour",
    "behavior",
  ],
  "Acceptance criteria": [
    "acceptance",
    "acceptance criteria",
    "acceptance criterion",
    "done when",
    "definition of done",
    "success criteria",
  ],
  Design: [
    "design",
    "architecture",
    "approach",
    "solution",
    "technical design",
    "components",
    "overview of design",
  ],
  API: [
    "api",
    "apis",
    "api design",
    "api changes",
    "interface",
    "interfaces",
    "endpoints",
    "public api",
    "cli",
  ],
  Data: ["data", "data model", "data models", "data structures", "schema", "schemas", "storage", "database"],
  "Test plan": [
    "test plan",
    "tests",
    "testing",
    "test cases",
    "test strategy",
    "qa",
    "qa plan",
    "verification",
  ],
  Risks: [
    "risks",
    "risk",
    "risks and mitigations",
    "risk assessment",
    "edge cases",
    "security",
    "open risks",
  ],
  Steps: [
    "steps",
    "plan",
    "implementation",
    "implementation plan",
    "implementation steps",
    "tasks",
    "rollout",
    "milestones",
  ],
  "Spec changes": ["spec changes", "spec change", "spec deltas"],
};

const byName = new Map(
  planSections.flatMap((section) => names[section].map((name) => [name, section] as const)),
);

/** Which section a heading means, whatever its case, number or punctuation. */
export function recogniseSection(heading: string): PlanSection | undefined {
  const name = heading
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()
    .replace(/^(?:\d+ )+/, "");
  return byName.get(name);
}
