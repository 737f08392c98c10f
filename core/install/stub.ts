/** A commit that holds workflows, action and bundle. */
export interface Release {
  /** `owner/name` on GitHub. */
  repository: string;
  sha: string;
  /** What people call it; stands behind the pin, where bots that renew pins look for it. */
  version?: string;
}

/** With the App there is no schedule: it ticks by itself. */
export type Mode = "action" | "app";

/** Where the workflow files of a user's repository are. */
export const stubPath = ".github/workflows/gsd.yml";
const tickPath = ".github/workflows/gsd-tick.yml";

/** The templates that a user's repository gets, by where they go. */
export const stubTemplates: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  action: { [stubPath]: "gsd-action.yml", [tickPath]: "gsd-tick.yml" },
  app: { [stubPath]: "gsd-app.yml" },
};

const pinPattern = /uses: \S+\/\.github\/workflows\/gsd\.yml@\S+( # v[\d.]+)?/;

/** The same workflow with another release behind it. */
export function pinStub(text: string, { repository, sha, version }: Release): string {
  const name = version === undefined ? "" : ` # v${version}`;
  return text.replace(pinPattern, `uses: ${repository}/.github/workflows/gsd.yml@${sha}${name}`);
}

/** What a repository's own life asks of its stub. */
export interface StubWishes {
  release: Release;
  /** The names of its CI workflows; without any, the stub hears of none. */
  ci: string[];
  isPrivate: boolean;
}

/** A template as one repository needs it. */
export function fillStub(template: string, { release, ci, isPrivate }: StubWishes): string {
  const names = ci.map((name) => JSON.stringify(name)).join(", ");
  const pinned = pinStub(template, release);
  const heard = pinned.replace(/^ {2}workflow_run: .*\n/m, (line) =>
    ci.length === 0 ? "" : line.replace(/\[CI\]/, `[${names}]`),
  );
  if (!isPrivate) return heard;
  // Minutes of a private repository are billed.
  return heard
    .replace(/^ {2}# In a private repository.*\n/m, "")
    .replace('cron: "17 * * * *"', 'cron: "17 */6 * * *"');
}
