import { code, container, type LineCheck } from "./line-check.ts";

/** Programs that get more rights than whoever starts them. */
export const privilege: readonly LineCheck[] = [
  {
    class: "privilege",
    danger: "critical",
    files: /./,
    pattern:
      /\bchmod\s{1,5}(?:-\w{1,10}\s{1,5}){0,3}(?:[ugoa]{0,4}[+=][rwxX]{0,3}s|0{0,2}[2467][0-7]{3}\b)|\binstall\s{1,5}(?:-\w{1,10}\s{1,5}){0,3}(?:-m|--mode)[= ]{0,3}(?:0{0,2}[2467][0-7]{3}\b|[ugoa]{0,4}[+=][rwxX]{0,3}s)|\bchmod(?:Sync)?\s{0,5}\(.{0,200}0o?[2467][0-7]{3}\b|\bS_IS[UG]ID\b|\bos\.ModeSet[ug]id\b|\bNOPASSWD\b|\/etc\/sudoers\b/,
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
      /(?:\.(?:sh|bash|zsh|mk|[cm]?[jt]s|pyw?|go|rb)|(?:^|\/)(?:(?:Docker|Make|make|just)file[^/]{0,60}|package\.json))$/i,
    pattern:
      /(?:^|[\s;&|"'`(])(?:sudo\s{1,5}(?!apt|yum|dnf|apk|pacman|brew)[\w./$-]|(?:pkexec|doas)\s{1,5}[\w./$-]|su\s{1,5}(?:-\w{0,10}\s{1,5}){0,2}(?:root\b|-c\b)|su\s{1,5}-c\b)/,
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
      /(?:^|[\s"'[,])--privileged\b|^\s{0,60}["']?privileged["']?:\s{0,5}["']?true\b|--cap-add[= ]{1,3}["']?(?:ALL|(?:CAP_)?SYS_(?:ADMIN|PTRACE|MODULE))|\/var\/run\/docker\.sock|--(?:pid|network|ipc)[= ]host\b|^\s{0,60}["']?host(?:PID|IPC|Network)["']?:\s{0,5}["']?true\b|(?:seccomp|apparmor)[=:]unconfined|\bsetcap\s{1,5}\S{0,40}cap_|\bdocker\s.{0,200}(?:-v|--volume)[= ]{1,3}["']?\/:|^\s{0,60}-\s{1,5}["']?\/:\//,
    message: "This opens the machine to a container or a program. Say in the plan why it has to.",
  },
];
