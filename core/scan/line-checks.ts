import type { Danger, ScanClass } from "./scan-finding.ts";

/** A line that is dangerous by itself, in files of a kind. Every repetition in a pattern is bounded, so that its time is. */
export interface LineCheck {
  class: ScanClass;
  danger: Danger;
  files: RegExp;
  pattern: RegExp;
  message: string;
  /** Tests do this for good reasons. */
  notInTests?: true;
}

const script = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;
const python = /\.pyw?$/i;
const go = /\.go$/i;
const shell =
  /\.(?:sh|bash|zsh|ksh|fish|mk|ya?ml)$|(?:^|\/)(?:(?:Docker|Container|Make|make|just)file[^/]*|package\.json)$/;
const container = /\.(?:sh|bash|ya?ml|json|tf|py|go|[cm]?[jt]s)$|(?:^|\/)(?:Docker|Make|make|just)file[^/]*$/;
const workflow = /(?:^|\/)(?:\.github\/workflows\/[^/]{1,200}|action)\.ya?ml$/i;
const code = /\.(?:[cm]?[jt]sx?|pyw?|go|rs|rb|php|java|kt|cs|sh|bash)$/i;

/** What is read from a request, in the usual frameworks. */
const request = String.raw`\b(?:req|request|r|ctx|c)\.(?:query|params|param|body|args|form|files|GET|POST|URL|FormValue|Query|Param)\b`;

const injection: LineCheck[] = [
  {
    class: "injection",
    danger: "critical",
    files: script,
    pattern:
      /\b(?:eval|Function|exec|execSync)\s{0,5}\(\s{0,5}(?:await\s{1,5})?(?:atob|Buffer\.from|unescape|fetch|gunzipSync|inflateSync)\s{0,5}\(/,
    message: "This runs code that is decoded or fetched first, so that nobody can read it. Write it out.",
  },
  {
    class: "injection",
    danger: "critical",
    files: python,
    pattern:
      /\b(?:exec|eval)\s{0,5}\(\s{0,5}(?:compile\(\s{0,5})?(?:base64\.|codecs\.decode|bytes\.fromhex|zlib\.|marshal\.|requests\.|urllib|urlopen)/,
    message: "This runs code that is decoded or fetched first, so that nobody can read it. Write it out.",
  },
  {
    class: "injection",
    danger: "critical",
    files: shell,
    pattern:
      /\bbase64\s{1,5}(?:-d|-D|--decode)\b[^|]{0,200}\|\s{0,5}(?:sudo\s{1,5})?(?:ba|z|da|k)?sh\b|\beval\s{1,5}["']?\$\(\s{0,5}(?:curl|wget|base64)\b/,
    message: "This runs code that is decoded or fetched first, so that nobody can read it. Write it out.",
  },
  {
    class: "injection",
    danger: "high",
    files: shell,
    pattern:
      /\b(?:curl|wget)\s[^|]{0,300}\|\s{0,5}(?:sudo\s{1,5}(?:-\w{1,10}\s{1,5}){0,3})?(?:(?:ba|z|da|k)?sh|python\d?|node|perl|ruby)\b/,
    message: "This runs what a download contains. Pin it by its digest, or use a package.",
  },
  {
    class: "injection",
    danger: "high",
    files: script,
    pattern: /(?:^|[^.\w$])(?:eval\s{0,5}\(\s{0,5}[^"'`)\s]|new\s{1,5}Function\s{0,5}\(\s{0,5}(?![)"'`]))/,
    message: "This runs a text as code. Parse it, or call a function by its name.",
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: script,
    pattern:
      /(?:(?:^|[^.\w$]|\bchild_process\.|\bcp\.)exec|\bexecSync)\s{0,5}\(\s{0,5}(?:`[^`]{0,300}\$\{|"[^"]{0,300}"\s{0,5}\+|'[^']{0,300}'\s{0,5}\+)/,
    message: "A value becomes part of a shell's command line. Start the program with a list of arguments.",
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: python,
    pattern: /(?:^|[^.\w])(?:eval|exec)\s{0,5}\(\s{0,5}[^"')\s]/,
    message: "This runs a text as code. Parse it, or call a function by its name.",
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: python,
    pattern:
      /\bos\.(?:system|popen)\s{0,5}\(\s{0,5}(?:f["']|["'][^"']{0,300}["']\s{0,5}(?:%|\+|\.format))|\bsubprocess\.\w{1,20}\s{0,5}\(\s{0,5}(?:f["']|["'][^"']{0,300}["']\s{0,5}(?:%|\+|\.format)).{0,300}\bshell\s{0,5}=\s{0,5}True/,
    message: "A value becomes part of a shell's command line. Start the program with a list of arguments.",
    notInTests: true,
  },
  {
    class: "injection",
    danger: "high",
    files: go,
    pattern:
      /\bexec\.Command(?:Context)?\(.{0,60}"(?:\/bin\/)?(?:ba|z)?sh",\s{0,5}"-c",\s{0,5}(?:fmt\.Sprintf|"[^"]{0,300}"\s{0,5}\+|\w{1,60}\s{0,5}\+)/,
    message: "A value becomes part of a shell's command line. Start the program with a list of arguments.",
    notInTests: true,
  },
  {
    class: "injection",
    danger: "critical",
    files: workflow,
    pattern:
      /^(?!\s{0,60}(?:- )?(?!run:)[\w-]{1,60}:(?:\s|$)).{0,400}\$\{\{\s{0,10}github\.(?:head_ref|event\.[\w.*[\]]{1,80}\.(?:title|body|message|ref|label|name|email|page_name))\b/,
    message: "What a stranger writes becomes part of a script here. Pass it through `env`.",
  },
];

const traversal: LineCheck[] = [
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
      /(?:\.\.[\\/]){3,20}(?:etc|root|home|proc|var|Users|Windows)[\\/]|\/etc\/shadow\b|\/proc\/self\/environ\b|\.ssh\/(?:id_|authorized_keys)|\.aws\/credentials\b/,
    message: "This names a file outside of the project that holds credentials or settings of the machine.",
    notInTests: true,
  },
];

const privilege: LineCheck[] = [
  {
    class: "privilege",
    danger: "critical",
    files: /./,
    pattern:
      /\bchmod\s{1,5}(?:-\w{1,10}\s{1,5}){0,3}(?:[ugoa]{0,4}\+[rwxX]{0,3}s|0?[2467][0-7]{3}\b)|\bchmod(?:Sync)?\s{0,5}\(.{0,200}0o?[2467][0-7]{3}\b|\bNOPASSWD\b|\/etc\/sudoers\b/,
    message: "This lets a program run with another person's rights. No task needs that.",
  },
  {
    class: "privilege",
    danger: "high",
    files: /./,
    pattern:
      /\bchmod\s{1,5}(?:-\w{1,10}\s{1,5}){0,3}(?:0?777\b|(?:a|o|ugo)\+[rx]{0,2}w)|\bchmod(?:Sync)?\s{0,5}\(.{0,200}0o?777\b/,
    message: "Everybody may write this file afterwards. Give only the rights that are needed.",
  },
  {
    class: "privilege",
    danger: "high",
    files:
      /(?:\.(?:sh|bash|zsh|mk|[cm]?[jt]s|pyw?|go|rb)|(?:^|\/)(?:(?:Docker|Make|make|just)file[^/]*|package\.json))$/,
    pattern: /(?:^|[\s;&|"'`(])sudo\s{1,5}(?!apt|yum|dnf|apk|pacman|brew)[\w./$-]/,
    message: "This runs as root. Leave that to whoever sets the machine up.",
    notInTests: true,
  },
  {
    class: "privilege",
    danger: "high",
    files: code,
    pattern:
      /\b(?:process|os|syscall|unix|libc|Process)(?:\.|::)(?:Sys\.|Sys::)?set(?:e|res)?[ug]id\s{0,5}\(\s{0,5}(?:0\b|["']root)/i,
    message: "This becomes root. Leave that to whoever sets the machine up.",
  },
  {
    class: "privilege",
    danger: "high",
    files: container,
    pattern:
      /(?:^|[\s"'[,])--privileged\b|^\s{0,60}privileged:\s{0,5}true\b|--cap-add[= ]{1,3}["']?(?:ALL|(?:CAP_)?SYS_(?:ADMIN|PTRACE|MODULE))|\/var\/run\/docker\.sock|--(?:pid|network|ipc)[= ]host\b|^\s{0,60}host(?:PID|IPC|Network):\s{0,5}true\b|(?:seccomp|apparmor)[=:]unconfined|\bsetcap\s{1,5}\S{0,40}cap_/,
    message: "This opens the machine to a container or a program. Say in the plan why it has to.",
  },
  {
    class: "privilege",
    danger: "critical",
    files: workflow,
    pattern:
      /^\s{0,60}permissions:\s{0,5}write-all\b|^\s{0,60}-?\s{0,5}pull_request_target\b|\bon:.{0,200}\bpull_request_target\b/,
    message: "This gives a workflow rights that an outsider can use. A person has to decide it.",
  },
  {
    class: "privilege",
    danger: "high",
    files: workflow,
    pattern:
      /^\s{0,60}(?:permissions:\s{0,5}\{.{0,200})?(?:contents|actions|packages|id-token|pull-requests|deployments|security-events|checks|statuses|issues|pages|attestations|discussions)\s{0,5}:\s{0,5}write\b|^\s{0,60}secrets:\s{0,5}inherit\b/,
    message: "This gives a workflow more rights than before.",
  },
];

const supply: LineCheck[] = [
  {
    class: "supply",
    danger: "high",
    files:
      /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pip\.conf|\.cargo\/config(?:\.toml)?|pnpm-workspace\.yaml|go\.env|uv\.toml|pyproject\.toml|(?:[\w.-]{0,60}-)?requirements[\w.-]{0,60}\.(?:txt|in)|(?:Docker|Make|make)file[^/]{0,60})$|\.(?:sh|bash|ya?ml)$/,
    pattern:
      /(?:^|[\s:@"'])(?:registry|npmRegistryServer|(?:extra-)?index-url|find-links|trusted-host|replace-with|no-?sumdb|GOPROXY|GONOSUMDB|GONOSUMCHECK|GOINSECURE|GOFLAGS)\s{0,5}(?:[:=]|\s)\s{0,5}["']?(?:https?:|-insecure|\/\/|[\w.-]{1,100}\.[a-z]{2,10}\b)|^\s{0,20}--(?:extra-)?index-url\b|^\s{0,20}\[\[tool\.(?:poetry|pdm)\.source\]\]|^\s{0,20}\[\[(?:tool\.uv\.)?index\]\]/,
    message: "This changes where packages are fetched from. A person has to know why.",
  },
];

/** Every check of a single line. */
export const lineChecks: readonly LineCheck[] = [...injection, ...traversal, ...privilege, ...supply];
