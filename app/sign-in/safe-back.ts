/** Where somebody wanted to go on these pages; anything else is their start. */
export function safeBack(wanted: string | null, start: string): string {
  if (wanted === null || wanted.length > 1_000 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted))
    return start;
  const url = new URL(wanted, "http://pages.invalid");
  // The doors themselves are no place to come back to.
  if (url.origin !== "http://pages.invalid" || /^\/(?:login|logout)\b/.test(url.pathname)) return start;
  return url.pathname + url.search;
}
