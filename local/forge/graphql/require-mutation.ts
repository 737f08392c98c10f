import { LONGEST } from "../body.ts";
import { MUTATION_NEEDS } from "../needs.ts";
import { allows, concreteNeeds } from "../permissions.ts";
import type { Actor, User } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";

export type Fields = Record<string, unknown>;

/** The one argument of a mutation. */
export function inputOf(field: Field): Fields {
  return fieldsOf(field.arguments["input"]);
}

/** An object of an input; none is one without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** The text of an input, as long as GitHub takes it. */
export function bodyIn(input: Fields): string {
  const body = String(input["body"] ?? "");
  if (body.length > LONGEST)
    throw new GraphError("UNPROCESSABLE", `Body is too long (maximum is ${LONGEST} characters)`);
  return body;
}

/** A list of objects of an input. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Refuses a mutation that the actor may not do. Authors may do it to what is theirs. */
export function requireMutation(
  repo: Repo,
  actor: Actor,
  wanted: { mutation: string; author?: User; isPull?: boolean },
): void {
  const need = MUTATION_NEEDS[wanted.mutation];
  if (!need) throw new Error(`Nothing says who may ${wanted.mutation}.`);
  const own = actor.kind === "user" && actor.user.id === wanted.author?.id;
  const needs = concreteNeeds(own ? { ...need, role: "read" } : need, wanted.isPull);
  if (!needs.some((one) => allows(repo, actor, one)))
    throw new GraphError("FORBIDDEN", "Resource not accessible by integration");
}
