import { GsdError } from "../core/gsd-error.ts";
import type { Forge } from "./forge/create-forge.ts";

/** A repository that is copied gets the stub by a commit of its maintainer, as a person would install it. */
export async function installStub(
  forge: Forge,
  repo: string,
  { token, path, text }: { token: string; path: string; text: string },
): Promise<void> {
  const url = `${forge.urls.api}/repos/${repo}/contents/${path}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const known = await fetch(url, { headers });
  const sha = known.ok ? ((await known.json()) as { sha: string }).sha : undefined;
  const content = Buffer.from(text).toString("base64");
  const body = JSON.stringify({ message: "ci: install gsd", content, ...(sha ? { sha } : {}) });
  const written = await fetch(url, { method: "PUT", headers, body });
  if (!written.ok)
    throw new GsdError("install", `${path} could not be committed to ${repo}: ${await written.text()}`);
}
