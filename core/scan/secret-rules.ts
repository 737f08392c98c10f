import { rules } from "@secretlint/secretlint-rule-preset-recommend";

/** A credential in a text: its kind, and where it begins and ends. */
export interface SecretMatch {
  kind: string;
  start: number;
  end: number;
}

/** As much of a rule of the library as is used: it looks at one text and reports what it finds. */
interface LibraryRule {
  meta: { id: string; type: string };
  create(context: LibraryContext, options: object): { file?(source: LibrarySource): unknown };
}
interface LibraryContext {
  createTranslator(messages: unknown): (id: string) => { message: string };
  report(found: { message: { message: string }; range: [number, number] }): void;
  ignore(): void;
}
interface LibrarySource {
  content: string;
  filePath: string;
  ext: string;
  contentType: "text";
}

/** Account numbers are no secrets; the option that finds access keys finds them, too. */
const ignored = ["AWSAccountID"];
const options = { enableIDScanRule: true };

/** Formats that the library does not know, or not in all their forms; most are keys that a runner of gsd has itself. */
const others: [string, RegExp][] = [
  ["github", /gh[pousr]_[A-Za-z0-9]{1,40}_eyJ[A-Za-z0-9_-]{10,1000}/g],
  ["anthropic", /sk-ant-[a-z]{3,8}\d\d-[A-Za-z0-9_-]{20,200}/g],
  ["openai", /sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{24,200}/g],
  ["google", /AIza[A-Za-z0-9_-]{35}/g],
  // Without an end, too: a key that is cut off is one.
  ["privatekey", /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----\s{0,10}[A-Za-z0-9+/]{40}/g],
];

/** Nothing shorter is a credential. */
const shortest = 16;

/** Finds credentials by the library's rules. It reads no file: rules that would are given no name to read. */
export function matchSecrets(text: string, path: string): SecretMatch[] {
  if (text.length < shortest) return [];
  const source = toSource(text, path);
  const found = openRules().flatMap((look) => look(source));
  for (const [kind, pattern] of others)
    for (const match of text.matchAll(pattern)) if (looksRandom(match[0])) found.push(placeOf(kind, match));
  return found;
}

type Look = (source: LibrarySource) => SecretMatch[];
let opened: Look[] | undefined;

/** The rules, made ready once: each reports to whoever asked last. */
function openRules(): Look[] {
  opened ??= (rules as unknown as LibraryRule[]).filter(({ meta }) => meta.type === "scanner").map(open);
  return opened;
}

function open(rule: LibraryRule): Look {
  const kind = rule.meta.id.replace("@secretlint/secretlint-rule-", "");
  let found: SecretMatch[] = [];
  const context: LibraryContext = {
    createTranslator: () => (id) => ({ message: id }),
    report({ message, range: [start, end] }) {
      if (!ignored.includes(message.message)) found.push({ kind, start, end });
    },
    ignore() {},
  };
  const { file } = rule.create(context, options);
  return (source) => {
    found = [];
    file?.(source);
    return found;
  };
}

/** The library looks at a few names; one that it would open is not among them. */
function toSource(text: string, path: string): LibrarySource {
  const name = /[^/]*$/.exec(path)?.[0] ?? "";
  const isKnown = /(?:^|\.)(?:json|npmrc)$/i.test(name);
  const ext = isKnown && name.toLowerCase().endsWith(".json") ? ".json" : ".txt";
  const content: string = Object.assign(Object(text), {
    matchAll: (pattern: RegExp) => loosely(text, pattern),
  });
  return { content, filePath: isKnown ? name.toLowerCase() : "text.txt", ext, contentType: "text" };
}

function placeOf(kind: string, match: RegExpExecArray): SecretMatch {
  return { kind, start: match.index, end: match.index + match[0].length };
}

/**
 * What a pattern matches, and what it would match if no letter stood right beside it: people write `my_<token>_key`, and
 * who hides a token glues something to it. Such a match has to look like chance, since names of variables are long, too.
 */
function* loosely(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  const { whole, loose } = formsOf(pattern);
  for (const match of text.matchAll(loose)) {
    whole.lastIndex = match.index;
    if (whole.test(text) || looksRandom(match[0])) yield match;
  }
}

interface Forms {
  /** The pattern itself, at one place. */
  whole: RegExp;
  /** Without what it asks of the letters around it. */
  loose: RegExp;
}
const forms = new Map<string, Forms>();

/** Rules make their patterns anew each time; compiling these takes longer than most texts. */
function formsOf({ source, flags }: RegExp): Forms {
  const known = forms.get(`${flags} ${source}`);
  if (known) return known;
  const made = {
    whole: new RegExp(source, flags.replace("g", "y")),
    loose: new RegExp(withoutEnds(source), flags),
  };
  forms.set(`${flags} ${source}`, made);
  return made;
}

function withoutEnds(source: string): string {
  return source.replace(/^(?:\\b|\(\?<!\\p\{L\}\))/, "").replace(/(?:\\b|\(\?!\[[^\]]*\]\)|\(\?!\\w\))$/, "");
}

const fewestDigits = 2;
const fewestCharacters = 8;

function looksRandom(token: string): boolean {
  const digits = token.replaceAll(/\D/g, "").length;
  return digits >= fewestDigits && new Set(token).size >= fewestCharacters;
}
