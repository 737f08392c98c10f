/** Shorter names are near to each other by chance. */
const shortest = 5;

/** The well-known name that another one is most likely mistaken for: it differs by a letter, or only in its dashes. */
export function findNear(name: string, known: readonly string[]): string | undefined {
  if (name.length < shortest || name.length > 100 || name.startsWith("@") || known.includes(name))
    return undefined;
  return known.find(
    (other) =>
      other.length >= shortest && (isOneApart(name, other) || withoutDashes(name) === withoutDashes(other)),
  );
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
