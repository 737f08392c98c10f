/** Whether somebody is in a team; `unseen` where GitHub does not let us know. */
export type Membership = boolean | "unseen";

/** Who asks, and what GitHub says of them for this repository. */
export interface Actor {
  id: number;
  login?: string;
  bot: boolean;
  /** As GitHub names their role: `admin`, `maintain`, `write`, `triage`, `read` or `none`. */
  permission: string;
  /** Teams that somebody asked about, as `@acme/leads` in lower case. */
  teams?: Readonly<Record<string, Membership>>;
  /** Why GitHub did not say what they may do: then they may do nothing. */
  unknown?: string;
}
