/** A credential in a text: which kind, and on which line. Never the credential itself. */
export interface Secret {
  name: string;
  line: number;
}

/**
 * Formats that are hardly ever anything else. None asks for a word's end around it: `_` and letters may stand right beside a token,
 * and what is longer than usual is one, too. Where the beginning is not enough to tell, no letter may stand before it.
 */
const patterns: [string, RegExp][] = [
  ["private key", /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g],
  ["AWS access key", /(?:AKIA|ASIA)[A-Z2-7]{16}/g],
  ["GitHub token", /gh[pousr]_(?:[A-Za-z0-9]{36}|[A-Za-z0-9]{1,40}_eyJ[A-Za-z0-9_-]{10})/g],
  ["GitHub fine-grained token", /github_pat_[A-Za-z0-9_]{60}/g],
  ["Anthropic key", /(?<![A-Za-z0-9-])sk-ant-[A-Za-z0-9_-]{24}|sk-ant-[a-z]{3,8}\d\d-[A-Za-z0-9_-]{20}/g],
  ["OpenAI key", /(?<![A-Za-z0-9-])sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{24}/g],
  ["Google API key", /(?<![A-Za-z0-9+/])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9+/])/g],
  ["Slack token", /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{20}/g],
  ["npm token", /npm_[A-Za-z0-9]{36}/g],
  ["Stripe live key", /[rs]k_live_[A-Za-z0-9]{24}/g],
];

/** AWS's own documentation uses this key. */
const examples = ["AKIAIOSFODNN7EXAMPLE"];

/** Finds credentials by their form, line by line; an example excuses itself, not its line. Text of two bytes a letter is read, too. */
export function findSecrets(text: string): Secret[] {
  const lines = text.replaceAll("\0", "").split("\n");
  return lines.flatMap((line, index) =>
    patterns
      .filter(([, pattern]) => (line.match(pattern) ?? []).some((match) => !examples.includes(match)))
      .map(([name]) => ({ name, line: index + 1 })),
  );
}
