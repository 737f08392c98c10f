/** A moment as the port has it; GitHub writes no milliseconds. */
export function timeOf(text: string): string {
  return new Date(text).toISOString();
}

/** The day of a due date: GitHub keeps a moment of it. */
export function dayOf(text: string): string {
  return timeOf(text).slice(0, 10);
}
