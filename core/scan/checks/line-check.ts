import type { Danger, ScanClass } from "../scan-finding.ts";

/** Code that is dangerous by itself, in files of a kind. Every repetition in a pattern is bounded, so that its time is. */
export interface LineCheck {
  class: ScanClass;
  danger: Danger;
  files: RegExp;
  pattern: RegExp;
  message: string;
  /** Tests do this for good reasons. */
  notInTests?: true;
}

/** Kinds of files by their names. A script without an ending is one of `shell` by its first line, see `scan-lines.ts`. */
export const script = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;
export const python = /\.(?:pyw?|ipynb)$/i;
export const go = /\.go$/i;
export const shell =
  /\.(?:sh|bash|zsh|ksh|fish|command|mk|ya?ml)$|(?:^|\/)(?:(?:Docker|Container|Make|make|just|Proc|Vagrant)file[^/]{0,60}|package\.json|\.(?:bash|zsh|ksh)?(?:rc|env|_?profile|_?login|_?aliases))$/i;
export const container =
  /\.(?:sh|bash|ya?ml|json|tf|py|go|[cm]?[jt]s)$|(?:^|\/)(?:Docker|Container|Make|make|just)file[^/]{0,60}$/i;
export const code = /\.(?:[cm]?[jt]sx?|pyw?|ipynb|go|rs|rb|php|java|kts?|cs|sh|bash|ps1|pl|lua)$/i;
