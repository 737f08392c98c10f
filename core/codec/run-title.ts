/** The title of a dispatched run, as the stub makes it of the name that it was given: `gsd #1: T02, T03 · run 4`. */
export const runTitle = {
  parse: (title: string): { issue: number; batch: number } | undefined => {
    const [, issue, batch] = /^gsd #([1-9]\d{0,9}): .{1,200} · run (\d{1,9})$/.exec(title) ?? [];
    return issue === undefined ? undefined : { issue: Number(issue), batch: Number(batch) };
  },
};
