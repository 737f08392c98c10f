import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createClient } from "../../../adapters/github/create-client.ts";
import { createGitHub } from "../../../adapters/github/create-github.ts";
import { createLedger } from "../../../adapters/ledger/create-ledger.ts";
import { parse } from "../../../adapters/parse/create-parse.ts";
import { trackFile } from "../../../core/codec/ledger-files.ts";
import type { Track } from "../../../core/model/track.ts";
import type { CommitAt } from "../../../core/ports/github/git.ts";
import type { TokenPermissions } from "../../../local/actions-port.ts";
import type { Ports } from "../../../loop/ports.ts";
import { aForge, shop, workflowToken } from "../../forge/a-forge.ts";

/** A forge, and the ledger of its one repository as a workflow's job sees it. */
export async function aLedger({
  now = () => new Date(),
  permissions = {},
}: {
  now?: () => Date;
  permissions?: TokenPermissions;
} = {}) {
  const forge = await aForge({ now });
  const warnings: string[] = [];
  /** The ports of one more process, with a token of its own. */
  const connect = (): Ports => {
    const client = createClient({
      token: workflowToken(forge, { contents: "write", ...permissions }),
      baseUrl: forge.urls.api,
    });
    const github = createGitHub({
      client,
      owner: "octo",
      repo: "shop",
      pace: { betweenWritesMs: 0, backoffMs: 5, limitMs: 1 },
    });
    return {
      github,
      ledger: createLedger(github),
      now,
      parse,
      sha256: (text) => createHash("sha256").update(text).digest("hex"),
      owner: "test",
      betweenEditsMs: 0,
      shipped: async () => [],
      workflow: "gsd.yml",
      log: { info() {}, warn: (message) => warnings.push(message) },
    };
  };
  const ports = connect();
  await ports.ledger.create();
  return {
    forge,
    ports,
    connect,
    warnings,
    ...ports,
    /** What a file on the branch holds. */
    async file(path: string): Promise<unknown> {
      const text = await forge.actions.readFile(shop, "gsd/ledger", path);
      return text === undefined ? undefined : JSON.parse(text);
    },
    /** Puts a text on the branch as somebody else would. */
    async put(path: string, text: string): Promise<void> {
      const other = connect();
      const known = await other.github.readFile(path, "gsd/ledger");
      const file = { path, branch: "gsd/ledger", text, message: "by hand" };
      await other.github.writeFile(known ? { ...file, sha: known.sha } : file);
    },
    /** The messages of the branch's commits, newest first. */
    async history(): Promise<string[]> {
      const messages: string[] = [];
      for (let next: string | undefined = "gsd/ledger"; next !== undefined; ) {
        const commit: CommitAt | undefined = await ports.github.commit(next);
        messages.push(commit?.message ?? "");
        next = commit?.parents[0];
      }
      return messages;
    },
    [Symbol.asyncDispose]: () => forge.close(),
  };
}

/** A value that is kept as it is. */
export const asIs = (text: string): unknown => JSON.parse(text);

/** A track of issue `issue`: one that waits for its merge, and has nothing under way. */
export function aReadyTrack(issue: number, fields: Partial<Track> = {}): Track {
  const fixture = new URL("../../fixtures/ledger-v1/ready.json", import.meta.url);
  const files = JSON.parse(readFileSync(fixture, "utf8")) as Record<string, unknown>;
  const track = trackFile.read(JSON.stringify(files["tracks/1.json"]), "tracks/1.json");
  return { ...track, issue, ...fields };
}
