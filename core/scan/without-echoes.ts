import { type Finding, severities } from "../model/answers.ts";
import { classOf } from "./scan-finding.ts";

/** Rules of ours about lines that the scanner, too, calls an injection. */
const echoes = ["ts-no-eval", "ts-no-shell-template", "py-no-eval", "py-no-shell", "go-no-shell-command"];

/** Of one line people are told once: a rule that says what the scanner says is left out, unless it holds the line for worse. */
export function withoutEchoes(findings: readonly Finding[]): Finding[] {
  const scanned = new Map(
    findings
      .filter((finding) => classOf(finding) === "injection")
      .map((finding) => [placeOf(finding), finding]),
  );
  return findings.filter((finding) => {
    if (!echoes.includes(finding.rule ?? "")) return true;
    const same = scanned.get(placeOf(finding));
    return same === undefined || rank(finding) < rank(same);
  });
}

function placeOf({ path, line }: Finding): string {
  return `${line} ${path}`;
}

function rank({ severity }: Finding): number {
  return severities.indexOf(severity);
}
