import { GsdError } from "../core/gsd-error.ts";
import type { AnswerType } from "../core/model/answers.ts";
import type { Config } from "../core/model/config.ts";
import type { PermissionTerms } from "../core/permissions/judge-request.ts";
import { buildPrompt, type PromptInput } from "../core/prompt/build-prompt.ts";
import { matchSkills } from "../core/prompt/match-skills.ts";
import { type Agents, pickAgents, profilesOf } from "../core/prompt/merge-agents.ts";
import type { Skill } from "../core/prompt/parse-skill.ts";
import { reviewPrompt } from "../core/prompt/review-prompt.ts";
import { tellSignals } from "../core/prompt/signals.ts";
import { tellDisputes, tellSteps } from "../core/prompt/tell-steps.ts";
import type { Move } from "../core/recipe/recipe.ts";
import { actionOfPrompt } from "../core/select/actions.ts";
import { type SelectInput, type Selection, select } from "../core/select/select.ts";
import type { Ask, CrewInput, Question } from "./crew-input.ts";
import { checkTools } from "./engines/held-tools.ts";

/** What a prompt is told of the track, whoever is asked. */
export type Told = Omit<PromptInput, "prompt" | "answer" | "agent" | "role" | "skills" | "found">;

export interface AskInput {
  agents: Agents;
  skills: readonly Skill[];
  config: Config;
  /** What agents may use. */
  permissions: PermissionTerms;
  /** Who was asked for by name. */
  wish: Pick<SelectInput, "command" | "takeover">;
  /** What an agent with this prompt is told. */
  tell: (prompt: string) => Promise<Told>;
  /** Throws where something is missing for a selection, such as a key. */
  check: (selection: Selection) => void;
}

/** Finds out who is asked, by the recipe and the configuration, and puts the prompt together. */
export function createAsk(input: AskInput): CrewInput["ask"] {
  return async (question) => {
    const { step, prompt = "" } = question.move;
    if (step.type !== "agent") throw new GsdError("recipe", `${step.id} asks no agent.`);
    const told = withFindings(await input.tell(prompt), question);
    const selection = choose(input, told, question);
    input.check(selection);
    checkTools(input.permissions, selection.engine);
    return ask(input, selection, { told, prompt, answer: step.agent.answer });
  };
}

/** Finds out before anybody is paid whether each move of a recipe can be: its role is there, its key is set, it can be paid. */
export async function checkMoves(input: AskInput, moves: readonly Move[], leftUsd: number): Promise<void> {
  for (const move of moves) {
    if (move.step.type !== "agent") continue;
    const told = await input.tell(move.prompt ?? "");
    const selection = choose(input, told, { move, leftUsd, fallback: false });
    input.check(selection);
    checkTools(input.permissions, selection.engine);
  }
}

/** What this run found goes with what was known before it. */
function withFindings(told: Told, { move, given, disputes, diff, signals, earlierWork, again }: Question) {
  const { documents, found } = tellSteps(given, move.step.id);
  return {
    ...told,
    documents: { ...told.documents, ...documents },
    found: [
      ...found,
      ...tellDisputes(disputes),
      ...tellSignals(signals),
      ...(again ? [{ title: "Why you are asked again", texts: [again] }] : []),
    ],
    diff: diff ?? told.diff,
    earlierWork: [...earlierWork],
  };
}

/** A refusal is a person's to settle: more budget, or another choice in the configuration. */
function choose(
  { agents, config, wish }: AskInput,
  { task }: Told,
  question: Pick<Question, "move" | "leftUsd" | "fallback">,
): Selection {
  const { role, prompt = "" } = question.move;
  const chosen = select({
    action: actionOfPrompt(prompt),
    config,
    roles: profilesOf(agents),
    budget: { leftUsd: question.leftUsd },
    ...wish,
    task,
    role: role === "auto" ? undefined : role,
  });
  if (!chosen.ok) throw new GsdError(chosen.code === "budget" ? "budget" : "config", `${chosen.reason}.`);
  return question.fallback ? withFallback(chosen.selection) : chosen.selection;
}

/** What the configuration names for a provider that is rate-limited or down. */
function withFallback({ fallback, ...selection }: Selection): Selection {
  if (!fallback) return selection;
  const reasons = [
    ...selection.reasons,
    `${fallback.model || fallback.engine} as the fallback, which took over`,
  ];
  return { ...selection, ...fallback, reasons };
}

interface Words {
  told: ReturnType<typeof withFindings>;
  prompt: string;
  answer: AnswerType;
}

function ask(
  { agents, skills, config, permissions }: AskInput,
  selection: Selection,
  { told, prompt, answer }: Words,
): Ask {
  const { role, action } = selection;
  const who = pickAgents(agents, { prompt, role });
  if (!who) throw new GsdError("agent", `No role has the prompt ${prompt}.`);
  const matched = matchSkills(skills, {
    role,
    action,
    files: told.task?.scope.files_hint ?? [],
    text: told.task?.description ?? told.track.title,
  });
  return {
    selection,
    prompt: buildPrompt({
      ...told,
      ...who,
      prompt,
      answer,
      skills: matched,
      permissions,
      protectedPaths: config.protected_paths,
    }),
    notes: reviewPrompt({ ...told, answer }).notes,
  };
}
