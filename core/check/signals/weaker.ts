/** Words in a command that let it pass although something is wrong, or that leave something out. */
const weakening: readonly RegExp[] = [
  /\|\|\s*(?:true|:|echo|exit\s+0|\/bin\/true)/,
  /[;&]\s*(?:true|:|exit\s+0)\s*(?:$|["'\n;])/m,
  /\bexit\s+0\b/,
  /\bset\s+\+e\b/,
  /--pass-?with-?no-?tests/i,
  /--(?:exit-zero|no-fail|force-exit-zero|continue-on-error|keep-going|no-fail-fast|no-error-on-unmatched-pattern)\b/,
  /--(?:ignore|exclude|deselect|skip|test-skip|grep-invert|testPathIgnorePatterns|ignore-glob|omit)\b/,
  /(?:^|\s)-k\s+["']?not\b/,
  /(?:^|\s)-m\s+["']?not\b/,
  /(?:^|\s)-(?:skip|run|Dskip\w*|DskipTests|x)[ =]\S*/,
  /--(?:no-verify|no-check|skip-tests|no-coverage)\b/,
  /continue-on-error:\s*true/,
  /allow_failure:\s*true/,
  /\bif:\s*["']?(?:false|\$\{\{\s*false\s*\}\})/,
  /^[ \t]*(?:paths-ignore|branches-ignore)\s*:/m,
  /continueOnError:\s*true/,
];

/** Whether a command says less than it did: a word of it is gone, or one came that lets it pass or leaves something out. */
export function isWeaker(before: string, after: string): boolean {
  if (weakening.some((pattern) => pattern.test(after) && !pattern.test(before))) return true;
  const words = new Set(wordsOf(after));
  return wordsOf(before).some((word) => !words.has(word));
}

/** Whether a line lets something pass, or leaves something out. */
export function isWeakening(line: string): boolean {
  return weakening.some((pattern) => pattern.test(line));
}

function wordsOf(command: string): string[] {
  return command.split(/[\s;&|"']+/).filter((word) => /\w/.test(word));
}
