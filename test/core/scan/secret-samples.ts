const letters = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ";

/** A token that nobody gave out, put together here so that no scanner takes this file for a leak. */
export function aToken(prefix: string, length: number, shift = 0): string {
  const body = Array.from({ length }, (_, at) => letters[(at * 7 + shift) % letters.length]);
  return `${prefix}${body.join("")}`;
}

/** One credential of each kind, with what the scanner calls it. */
export const secretSamples: [string, string][] = [
  ["github", aToken("ghp_", 36)],
  ["github", aToken("ghs_", 36)],
  ["github", `${aToken("ghs_", 12)}_eyJ${aToken("", 30)}`],
  ["github", aToken("github_pat_", 82)],
  ["aws", aToken("AKIA", 16).toUpperCase()],
  ["anthropic", aToken("sk-ant-api03-", 40)],
  ["anthropic", aToken("sk-ant-oat01-", 90)],
  ["openai", aToken("sk-proj-", 48)],
  ["google", aToken("AIza", 35)],
  ["slack", `xoxb-123456789012-${aToken("", 20)}`],
  ["npm", aToken("npm_", 36)],
  ["stripe", aToken("sk_live_", 24)],
  ["gitlab", aToken("glpat-", 20)],
  ["docker", aToken("dckr_pat_", 27)],
  ["groq", aToken("gsk_", 52)],
  ["shopify", aToken("shpat_", 32)],
  ["linear", aToken("lin_api_", 40)],
  ["figma", aToken("figd_", 40)],
  ["vercel", aToken("vcp_", 24)],
  ["basicauth", "https://ada:hunter22secret@registry.acme.dev"],
  ["database-connection-string", "postgres://ada:hunter22x@db.acme.dev/main"],
];
