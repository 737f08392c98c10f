/** Shorter names are near to each other by chance. */
const shortest = 5;

/** Scopes of npm that many projects use. */
const scopes =
  "types babel angular vue react-native aws-sdk google-cloud azure nestjs typescript-eslint testing-library storybook emotion octokit actions eslint rollup vitejs sveltejs prisma apollo tanstack radix-ui sentry supabase anthropic-ai modelcontextprotocol".split(
    " ",
  );

/** The well-known name that another one is most likely mistaken for: it differs by a letter, or only in its dashes. */
export function findNear(name: string, known: readonly string[]): string | undefined {
  if (name.length < shortest || name.length > 214 || known.includes(name)) return undefined;
  if (name.startsWith("@")) return nearScope(name, known);
  return known.find(
    (other) =>
      other.length >= shortest && (isOneApart(name, other) || withoutDashes(name) === withoutDashes(other)),
  );
}

/** A scope that is a letter away from a well-known one, or a name that is, in a scope that the project uses. */
function nearScope(name: string, known: readonly string[]): string | undefined {
  const [scope = "", rest = ""] = name.slice(1).split("/");
  if (!scopes.includes(scope)) {
    const near = scopes.find((one) => one.length >= shortest && isOneApart(scope, one));
    if (near) return `@${near}/${rest}`;
  }
  const beside = known.filter((one) => one.startsWith(`@${scope}/`));
  return rest.length < shortest
    ? undefined
    : beside.find((one) => isOneApart(rest, one.slice(scope.length + 2)));
}

function withoutDashes(name: string): string {
  return name.replaceAll(/[-_.]/g, "");
}

/** Whether one letter is another, is missing, is too much, or has changed places with its neighbour. */
function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isSwapped && restA.length > 1)
  );
}
