/** Counts what is under way, and tells when nothing is. */
export interface WorkCounter {
  track(task: Promise<unknown>): void;
  idle(): Promise<void>;
}

export function createWorkCounter(): WorkCounter {
  let open = 0;
  let idlers: (() => void)[] = [];
  const settle = () => {
    if (open > 0) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  };
  return {
    track(task: Promise<unknown>) {
      open += 1;
      // An end may cause the next event (`workflow_run`): look again after what is due now.
      const done = () =>
        setImmediate(() => {
          open -= 1;
          settle();
        });
      task.then(done, done);
    },
    idle: () =>
      new Promise<void>((resolve) => {
        idlers.push(resolve);
        setImmediate(settle);
      }),
  };
}
