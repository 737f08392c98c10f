import type { Config } from "../config.ts";
import { formatPath, type Locate, type Problem, type Segments } from "../validate.ts";

/** What fits the schema and still cannot be meant: each would be without effect, or cost twice, and nobody would notice. */
export function checkSettings(config: Config, locate: Locate): Problem[] {
  return [...checkAllowed(config), ...checkReviewers(config), ...checkPreview(config)].map(
    ({ at, message }) => ({ path: formatPath(at), message, ...locate(at) }),
  );
}

interface Misfit {
  at: Segments;
  message: string;
}

function checkAllowed({ scan }: Config): Misfit[] {
  return (scan?.allow ?? []).flatMap(({ reason, until, paths }, index): Misfit[] => {
    const at = ["scan", "allow", index];
    const negated = paths.findIndex((path) => path.startsWith("!"));
    return [
      ...(reason.trim() === "" ? [{ at: [...at, "reason"], message: "is blank; say why it is fine" }] : []),
      ...(isDay(until)
        ? []
        : [{ at: [...at, "until"], message: `is "${until}", a day that does not exist` }]),
      ...(negated < 0
        ? []
        : [{ at: [...at, "paths", negated], message: "begins with !; name only what is to pass" }]),
    ];
  });
}

/** February has no thirtieth: JavaScript would take it for one in March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function checkReviewers({ reviewers }: Config): Misfit[] {
  return reviewers.flatMap((name, index) =>
    reviewers.indexOf(name) === index
      ? []
      : [{ at: ["reviewers", index], message: `names ${name} again; name each reviewer once` }],
  );
}

const known = ["branch", "pull", "issue"];

function checkPreview({ verification }: Config): Misfit[] {
  const names = [...(verification?.preview ?? "").matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return [];
  const message = `has {${unknown}}, which nobody fills in; gsd knows {branch}, {pull} and {issue}`;
  return [{ at: ["verification", "preview"], message }];
}
