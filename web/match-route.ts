/** Routes are templates like `/:owner/:repo/tree/*rest`; a `*` part takes everything that is left. */
export interface Route<T> {
  template: string;
  target: T;
}

export interface RouteMatch<T> {
  target: T;
  params: Record<string, string>;
}

/** The first route whose template fits the path; undefined when none does or the path is not well encoded. */
export function matchRoute<T>(routes: readonly Route<T>[], path: string): RouteMatch<T> | undefined {
  const parts = decodeParts(path);
  if (!parts) return undefined;
  for (const { template, target } of routes) {
    const params = fitTemplate(template.split("/").filter(Boolean), parts);
    if (params) return { target, params };
  }
  return undefined;
}

function decodeParts(path: string): string[] | undefined {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function fitTemplate(template: string[], parts: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, name] of template.entries()) {
    if (name.startsWith("*")) {
      params[name.slice(1)] = parts.slice(index).join("/");
      return params;
    }
    const part = parts[index];
    if (part === undefined) return undefined;
    if (name.startsWith(":")) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return template.length === parts.length ? params : undefined;
}
