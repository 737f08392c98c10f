/** Labels of a runner, as `runs-on` takes them: one, or several that it has to have. */
export type RunnerLabels = readonly [string, ...string[]];

/** Runners that every repository on GitHub has; custom larger ones may be called anything. */
const hosted = /^ubuntu-(latest|slim|\d\d\.04)(-arm)?$/;

/** Whether GitHub gives such a runner to workflows of any owner. */
export function isHosted(labels: readonly string[]): boolean {
  return labels.length === 1 && labels.every((label) => hosted.test(label));
}

/** `ubuntu-24.04`, or `self-hosted,linux,x64`; nothing where it is neither. */
export function parseLabels(text: string): RunnerLabels | undefined {
  const labels = text.split(",").map((label) => label.trim());
  const [first, ...rest] = labels;
  const isSound = labels.every((label) => /^[A-Za-z0-9][\w.-]{0,99}$/.test(label));
  return first !== undefined && isSound && labels.length <= 10 ? [first, ...rest] : undefined;
}

/** Jobs need Linux: what holds agents is made of its kernel. */
export function isOtherSystem(labels: readonly string[]): boolean {
  return labels.some((label) => /^(windows|macos)\b/i.test(label));
}

/** As an input of a workflow, which is text: one label as it is, several as JSON. */
export function formatLabels([first, ...rest]: RunnerLabels): string {
  return rest.length === 0 ? first : JSON.stringify([first, ...rest]);
}

/** The labels in an input, as `formatLabels` or a person wrote it; nothing where it names a group, or says it by an expression. */
export function readLabels(input: string): string[] {
  if (input.includes("${{") || input.startsWith("{")) return [];
  if (!input.startsWith("[")) return [input];
  try {
    const labels: unknown = JSON.parse(input);
    return Array.isArray(labels) ? labels.map(String) : [];
  } catch {
    return [];
  }
}
