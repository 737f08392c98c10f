import { code, go, type LineCheck, python, script, shell } from "./line-check.ts";

const unreadable =
  "This runs code that is decoded or fetched first, so that nobody can read it. Write it out.";
const asCode = "This runs a text as code. Parse it, or call a function by its name.";
const inShell = "A value becomes part of a shell's command line. Start the program with a list of arguments.";
const downloaded = "This runs what a download contains. Pin it by its digest, or use a package.";

/** What stands between a call and what it is given, without changing it much. */
const wrapped = String.raw`(?:await\s{1,5}|["'${"`"}]{2}\s{0,3}\+\s{0,3}|String\s{0,3}\(|decodeURIComponent\s{0,3}\(|new\s{1,5}TextDecoder\([^)]{0,20}\)\.decode\(|\(){0,3}`;
/** A name that is called, also by its name in brackets, after a comma, or with a question mark. */
const called = String.raw`["'${"`"}]{0,1}[\])]{0,2}\s{0,5}(?:\?\.)?\s{0,5}\(\s{0,5}`;

/** Programs that make text out of what nobody can read, and those that run it. */
const decoder = String.raw`\b(?:base(?:64|32)\s{1,5}(?:-i\s{1,5})?(?:-d|-D|--decode)|xxd\s{1,5}-\w{0,5}r|openssl\s{1,5}(?:enc|base64)\s[^|)]{0,60}-d|(?:gunzip|zcat|uudecode|rev)(?=[\s|)]))`;
const runner = String.raw`(?:(?:ba|z|da|k)?sh|python\d?|node|perl|ruby)`;

/** Texts that run as code, and values in a shell's command line. */
export const injection: readonly LineCheck[] = [
  {
    class: "injection",
    danger: "critical",
    files: script,
    pattern: new RegExp(
      String.raw`\b(?:eval|Function|exec|execSync|setTimeout|setInterval|runIn\w{1,20}|compileFunction)${called}${wrapped}(?:atob|Buffer\.from|unescape|fetch|gunzipSync|inflateSync)\s{0,5}\(`,
    ),
    message: unreadable,
  },
  {
    class: "injection",
    danger: "critical",
    files: python,
    pattern:
      /\b(?:exec|eval)\s{0,5}\(\s{0,5}(?:compile\(\s{0,5})?(?:base64\.|codecs\.decode|bytes\.fromhex|zlib\.|marshal\.|requests\.|urllib|urlopen)/,
    message: unreadable,
  },
  {
    class: "injection",
    danger: "critical",
    files: shell,
    pattern: new RegExp(
      String.raw`${decoder}[^|]{0,200}\|\s{0,5}(?:sudo\s{1,5})?${runner}\b|\beval\s{1,5}["']?(?:\$\(|${"`"})\s{0,5}(?:curl|wget)\b|(?:\beval|${runner}\s{1,5}-\w{0,3}c|(?:^|[\s;&|(])(?:source|\.|${runner}))\s{1,5}["']?(?:\$\(|<\(|${"`"}|<<<\s{0,5}["']?\$\()[^)]{0,200}${decoder}`,
    ),
    message: unreadable,
  },
  {
    class: "injection",
    danger: "critical",
    files: code,
    pattern:
      /\b(?:eval|assert|instance_eval|Invoke-Expression|iex)\s{0,5}\(?\s{0,5}(?:base64_decode|gzinflate|gzuncompress|str_rot13|Base64\.(?:strict_|urlsafe_)?decode64|Zlib|\[?(?:System\.)?Text\.Encoding|\(?\s{0,3}(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|New-Object\s{1,5}Net\.WebClient))/i,
    message: unreadable,
  },
  {
    class: "injection",
    danger: "high",
    files: shell,
    pattern:
      /\b(?:curl|wget)\s[^|]{0,300}\|\s{0,5}(?:sudo\s{1,5}(?:-\w{1,10}\s{1,5}){0,3})?(?:(?:ba|z|da|k)?sh|python\d?|node|perl|ruby)\b|(?:^|[\s;&|(])(?:(?:ba|z|da|k)?sh|source|\.|python\d?|node|perl|ruby)\s{1,5}(?:-\w{1,3}\s{1,5})?["']?(?:<\(|\$\(|`)\s{0,5}(?:curl|wget)\b/,
    message: downloaded,
  },
  {
    class: "injection",
    danger: "high",
    files: script,
    pattern:
      /(?:^|[^.\w$])(?:eval\s{0,5}\(\s{0,5}[^"'`)\s]|new\s{1,5}Function\s{0,5}\(\s{0,5}(?![)"'`]))|\b(?:globalThis|window|global|self)\s{0,3}(?:\?\.|\.|\[)\s{0,3}["'`]?(?:eval|Function)\b|\(\s{0,3}0\s{0,3},\s{0,3}eval\s{0,3}\)|(?:^|[^.\w$])eval\s{0,3}\?\.\(|\bvm\.(?:runIn\w{1,20}|compileFunction|Script)\s{0,3}\(|\.constructor\.constructor\s{0,3}\(|\bimport\s{0,3}\(\s{0,3}["'`]data:/,
    message: asCode,
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: script,
    pattern:
      /(?:(?:^|[^.\w$]|\bchild_process\.|\bcp\.|child_process["'`]\s{0,3}\)\s{0,3}\.)exec|\bexecSync)\s{0,5}\(\s{0,5}(?:`[^`]{0,300}\$\{|"[^"]{0,300}"\s{0,5}\+|'[^']{0,300}'\s{0,5}\+)|\bspawn(?:Sync)?\s{0,5}\(\s{0,5}`[^`]{0,300}\$\{.{0,300}\bshell\s{0,3}:\s{0,3}(?!false)/,
    message: inShell,
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: python,
    pattern:
      /(?:^|[^.\w])(?:eval|exec|__import__)\s{0,5}\(\s{0,5}[^"')\s]|\bgetattr\s{0,3}\(\s{0,3}__builtins__\b|\b__builtins__\s{0,3}[.[]/,
    message: asCode,
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: python,
    pattern:
      /\bos\.(?:system|popen)\s{0,5}\(\s{0,5}(?:f["']|["'][^"']{0,300}["']\s{0,5}(?:%|\+|\.format)|[A-Za-z_])|\bsubprocess\.\w{1,20}\s{0,5}\(\s{0,5}(?:f["']|["'][^"']{0,300}["']\s{0,5}(?:%|\+|\.format)|[A-Za-z_]).{0,300}\bshell\s{0,5}=\s{0,5}True/,
    message: inShell,
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: go,
    pattern:
      /\bexec\.Command(?:Context)?\(.{0,60}"(?:\/bin\/)?(?:ba|z)?sh",\s{0,5}"-c",\s{0,5}(?:fmt\.Sprintf|"[^"]{0,300}"\s{0,5}\+|\w{1,60}\s{0,5}\+)/,
    message: inShell,
    notInTests: true,
  },
  {
    class: "injection",
    danger: "low",
    files: script,
    pattern: /(?:^|[^.\w$])(?:import|require)\s{0,3}\(\s{0,3}[A-Za-z_$][\w$.]{0,100}\s{0,3}[,)]/,
    message: "What is loaded here is only known when it runs.",
    notInTests: true,
  },
  {
    class: "injection",
    danger: "low",
    files: python,
    pattern: /\bimportlib\.import_module\s{0,3}\(\s{0,3}[^"')\s]/,
    message: "What is loaded here is only known when it runs.",
    notInTests: true,
  },
];
