import { GsdError } from "../core/gsd-error.ts";

/** Says what keeps us from GitHub in words that help. */
export function explainGitHub(error: unknown, apiUrl: string): unknown {
  if (!(error instanceof GsdError)) return error;
  const host = new URL(apiUrl).host;
  switch (error.code) {
    case "unavailable":
      return new GsdError(
        "unavailable",
        `GitHub cannot be reached at ${host} (${error.message}). Check the network, then run it again.`,
      );
    case "unauthorized":
      return new GsdError(
        "unauthorized",
        `GitHub does not accept the token (${error.message}). Set a fresh one as GH_TOKEN, or sign in: gh auth login`,
      );
    case "rate-limited":
      return new GsdError(
        "rate-limited",
        "GitHub takes no more requests for now. Wait an hour, or set a token of yours as GH_TOKEN.",
      );
    default:
      return error;
  }
}
