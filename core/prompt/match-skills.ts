import { createMatch } from "../plan/match-paths.ts";
import type { Action } from "../select/actions.ts";
import type { Skill } from "./parse-skill.ts";

export interface SkillQuery {
  role: string;
  action: Action;
  /** Paths, folders and globs that the work is about. */
  files?: readonly string[];
  /** Words that describe it; nobody vouches for them, and all they can do is to call for a checklist. */
  text?: string;
}

const mostSkills = 4;
const longestText = 20_000;

/** The skills that a piece of work calls for, most fitting first, at most four. */
export function matchSkills(skills: readonly Skill[], query: SkillQuery): Skill[] {
  const text = (query.text ?? "").slice(0, longestText).toLowerCase();
  return skills
    .map((skill) => ({ skill, score: scoreOf(skill, { ...query, text }) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1))
    .slice(0, mostSkills)
    .map(({ skill }) => skill);
}

/** Zero when it does not apply; more for what was asked for by file or word than for what always applies. */
function scoreOf(
  { roles, actions, triggers }: Skill,
  { role, action, files = [], text = "" }: SkillQuery,
): number {
  if (roles.length > 0 && !roles.includes(role)) return 0;
  if (actions.length > 0 && !actions.includes(action)) return 0;
  if (triggers.files.length + triggers.words.length === 0) return 1;
  const isMeant = createMatch(triggers.files, { unsure: false });
  const byFile = files.some((file) => isMeant(file.replaceAll("**", "x").replaceAll("*", "x")));
  const byWord = triggers.words.some((word) => hasWord(text, word.toLowerCase()));
  return byFile || byWord ? 2 + Number(byFile) + Number(byWord) : 0;
}

/** Whether a text holds words as such: `test` is not in `latest`. */
function hasWord(text: string, word: string): boolean {
  const isLetter = (point: string | undefined) => point !== undefined && /[\p{L}\p{N}]/u.test(point);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}
