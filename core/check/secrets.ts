/** A credential in a text: which kind, and on which line. Never the credential itself. */
export interface Secret {
  name: string;
  line: number;
}

/** Formats that are hardly ever anything else. */
const patterns: [string, RegExp][] = [
  ["private key", /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/],
  ["AWS access key", /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/],
  ["GitHub token", /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/],
  ["GitHub fine-grained token", /\bgithub_pat_[A-Za-z0-9_]{60,255}\b/],
  ["Anthropic key", /\bsk-ant-[A-Za-z0-9_-]{24,255}/],
  ["OpenAI key", /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{24,255}/],
  ["Google API key", /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/],
  ["Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{20,255}/],
  ["npm token", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["Stripe live key", /\b[rs]k_live_[A-Za-z0-9]{24,255}\b/],
];

/** AWS's own documentation uses this key. */
const examples = ["AKIAIOSFODNN7EXAMPLE"];

/** Finds credentials by their form, line by line. */
export function findSecrets(text: string): Secret[] {
  return text.split("\n").flatMap((line, index) =>
    patterns
      .filter(([, pattern]) => {
        const match = pattern.exec(line);
        return match !== null && !examples.includes(match[0]);
      })
      .map(([name]) => ({ name, line: index + 1 })),
  );
}
