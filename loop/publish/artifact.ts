/** What an agent job left behind, read as data. */
export interface Artifact {
  manifest: unknown;
  /** The content with that digest; the digest was computed from the content, not believed. */
  file(sha256: string): Buffer | undefined;
}
