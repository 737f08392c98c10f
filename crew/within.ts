import { GsdError } from "../core/gsd-error.ts";

/** Seconds for each piece of our own work on what an agent left; most take a moment. */
const seconds = {
  read: 240,
  compare: 300,
  copy: 600,
  install: 900,
  write: 300,
} as const;

const sentences: Readonly<Record<keyof typeof seconds, string>> = {
  read: "Reading what was changed in the work tree",
  compare: "Comparing the change with its base",
  copy: "Copying the work tree for the next step",
  install: "Putting what was installed into the work tree",
  write: "Writing the result",
};

/** Waits for such a piece, and no longer than it may take; what was kept until then stays. */
export async function within<T>(piece: keyof typeof seconds, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLong(piece)), seconds[piece] * 1000);
  });
  try {
    return await Promise.race([work(), end]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(piece: keyof typeof seconds): GsdError {
  return new GsdError(
    "timeout",
    `${sentences[piece]} took more than ${seconds[piece]} seconds. Look for very many or very large files in it, then try again.`,
  );
}
