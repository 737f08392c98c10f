/** Who asks, and what GitHub says of them for this repository. */
export interface Actor {
  id: number;
  bot: boolean;
  /** As the collaborators API names it: `admin`, `maintain`, `write`, `triage`, `read` or `none`. */
  permission: string;
}
