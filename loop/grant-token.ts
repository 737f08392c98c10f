import { ledgerBranch } from "../core/codec/branches.ts";
import { jobKey } from "../core/codec/keys.ts";
import { configFile } from "../core/codec/paths.ts";
import type { TokenRefusal } from "../core/model/access.ts";
import type { Claims } from "../core/trust/claims.ts";
import { judgeJob, type TrustFacts } from "../core/trust/judge-job.ts";
import { type SavedTrack, saveTrack, trackFiles, trackIn } from "./ledger/tracks.ts";
import { lookAgain } from "./look-again.ts";
import type { Ports } from "./ports.ts";
import { readOwnConfig } from "./read-config.ts";

/** A job whose publish asks for a token, and who makes one. */
export interface TokenAsk<Token> {
  key: string;
  claims: Claims;
  mint(): Promise<Token>;
}

export type TokenGrant<Token> = { type: "granted"; token: Token } | { type: "refused"; why: TokenRefusal };

const mostTries = 12;

/**
 * A token for a job that the ledger knows, in a repository that wants its publish to have one. The ledger says so before
 * anyone gets it: a second request for the same job finds that, whoever asks, and whichever process hears it.
 */
export async function grantToken<Token>(ports: Ports, ask: TokenAsk<Token>): Promise<TokenGrant<Token>> {
  const issue = jobKey.parse(ask.key)?.issue;
  if (issue === undefined) return { type: "refused", why: "malformed" };
  let { saved, ...facts } = await lookAtTrust(ports, issue);
  let token: Token | undefined;
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const request = { ...ask, now: ports.now().toISOString() };
    const judgement = judgeJob(request, { ...facts, track: saved?.track });
    if (!judgement.ok) return { type: "refused", why: judgement.why };
    token ??= await ask.mint();
    const message = `${ask.key} gets a token`;
    const saving = await saveTrack(ports.ledger, judgement.track, { saved, message });
    if (saving.type === "saved") return { type: "granted", token };
    saved = saving.now;
  }
  ports.log.warn("a token was not given: others wrote to the ledger all the time", { job: ask.key });
  return { type: "refused", why: "unavailable" };
}

interface Sight extends Omit<TrustFacts, "track"> {
  saved: SavedTrack | undefined;
}

/** All in one request. While a job runs there is a track, which GitHub may not show for a moment. */
function lookAtTrust(ports: Ports, issue: number): Promise<Sight> {
  return lookAgain(
    ports,
    () => lookOnce(ports, issue),
    ({ saved }) => saved !== undefined || ports.ledger.latest() !== undefined,
  );
}

async function lookOnce(ports: Ports, issue: number): Promise<Sight> {
  const { github, ledger, workflow } = ports;
  const answer = await github.look({
    files: [
      ...trackFiles(issue).map((path) => ({ path, ref: ledgerBranch })),
      { path: configFile, ref: "HEAD" },
    ],
    commits: [ledgerBranch],
  });
  ledger.saw(answer.commits[0]?.sha);
  const [open, done, file] = answer.files;
  const config = await readOwnConfig(ports, file);
  return { saved: trackIn(issue, { open, done }), defaultBranch: answer.defaultBranch, config, workflow };
}
