/** What an agent job left behind, read as data. */
export interface Artifact {
  manifest: unknown;
  /** The sha256 of manifest.json, as it was read. */
  digest: string;
  /** The content with that digest; the digest was computed from the content, not believed. */
  file(sha256: string): Buffer | undefined;
}
