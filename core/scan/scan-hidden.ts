import { isTestPath } from "../detect/test-files.ts";
import { code, script, shell } from "./checks/line-check.ts";
import type { ScanFact } from "./scan-finding.ts";
import type { ScannedFile } from "./scan-lines.ts";

/** Characters that turn a line around for readers, or that nobody sees: the code that runs is another than the one that is read. */
const invisible =
  /[\u202a-\u202e\u2066-\u2069\u200b\u2060\u115f\u1160\u3164\uffa0]|[\u{e0000}-\u{e007f}]|(?!^)\ufeff/u;
/** A word with letters of two scripts, of which one looks like the other's. */
const mixed =
  /[A-Za-z_$][\w$]{0,60}[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0405\u0408]|[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0405\u0408]{1,60}[A-Za-z_$]/u;

/** Letters that are made for machines: people see none of them, and models read them as words. Flags are written with them, too. */
const tags = /[\u{e0000}-\u{e007f}]/u;
const flag = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,10}\u{e007f}/gu;

/** New lines of code that read differently from what they do, in comments, too: that is where it is done. */
export function scanHidden({ path, text, before }: ScannedFile): ScanFact[] {
  if (/^[\0-\x7f]*$/.test(text)) return [];
  const isCode = code.test(path) || script.test(path) || shell.test(path);
  if (!isCode && !tags.test(text)) return [];
  const known = new Set(before?.split(/\r?\n/));
  return text.split(/\r?\n/).flatMap((line, index): ScanFact[] => {
    if (known.has(line)) return [];
    const message = isCode ? wrongInCode(line, path) : wrongInWords(line);
    return message === undefined
      ? []
      : [{ class: "injection", danger: "high", path, line: index + 1, message }];
  });
}

function wrongInCode(line: string, path: string): string | undefined {
  if (invisible.test(line))
    return "This line holds characters that nobody sees, so that it reads differently from what runs. Write them as escapes.";
  return mixed.test(line) && !isTestPath(path)
    ? "A word here mixes letters of two scripts that look alike. Write it in one."
    : undefined;
}

function wrongInWords(line: string): string | undefined {
  return tags.test(line.replaceAll(flag, ""))
    ? "This line holds words that people cannot see and agents can read. Take them out."
    : undefined;
}
