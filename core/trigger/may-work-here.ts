/**
 * Whether the run that hears an event may work off the jobs that follow from it. Only where its workflow file is the
 * default branch's: a pull request's events run the file of its merge, and a schedule concerns many tracks.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export function mayWorkHere(event: string): boolean {
  return ["issues", "issue_comment", "workflow_run", "status"].includes(event);
}
