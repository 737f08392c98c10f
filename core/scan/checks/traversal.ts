import { code, type LineCheck } from "./line-check.ts";

/** What is read from a request, in the usual frameworks. */
const request = String.raw`\b(?:req|request|r|ctx|c)\.(?:query|params|param|body|args|form|files|GET|POST|URL|FormValue|Query|Param)\b`;

/** Paths that lead where nobody should look. */
export const traversal: readonly LineCheck[] = [
  {
    class: "traversal",
    danger: "high",
    files: /\.(?:[cm]?[jt]sx?|pyw?|go)$/i,
    pattern: new RegExp(
      String.raw`\b(?:readFile|readFileSync|writeFile|writeFileSync|createReadStream|createWriteStream|sendFile|unlink|unlinkSync|open|send_file|ServeFile|ReadFile|WriteFile|Open|Create|Remove)\s{0,5}\(.{0,200}${request}`,
    ),
    message: "A path comes from a request. Resolve it, then check that it is inside its folder.",
    notInTests: true,
  },
  {
    class: "traversal",
    danger: "high",
    files: code,
    pattern:
      /(?:\.\.[\\/]){3,20}(?:etc|root|home|proc|var|Users|Windows)[\\/]|\/etc\/shadow\b|\/proc\/(?:self|1|\d{1,7})\/environ\b|\.ssh\/(?:id_|authorized_keys)|\.aws\/credentials\b/,
    message: "This names a file outside of the project that holds credentials or settings of the machine.",
    notInTests: true,
  },
];
