import { GraphError, toGraphError } from "./graph-error.ts";
import type { Field, Selection } from "./read-operation.ts";

/** A value of the graph: its fields are values, or functions of their arguments that are called when they are asked for. */
export type Node = { __typename: string } & Record<string, unknown>;

/** An error of an answer, with the way to the field that failed. */
export interface FieldFailure {
  type: string;
  message: string;
  path: (string | number)[];
}

/** Where we are in an answer, and what failed so far. */
export interface Place {
  path: (string | number)[];
  failures: FieldFailure[];
}

/** The interfaces that a fragment may name, besides the type itself. */
const INTERFACES = ["GitObject", "Minimizable", "Node"];

/** A value with the selected fields only. A field that fails is null, and its error stands beside the data, as on GitHub. */
export function select(value: unknown, selections: Selection[], place: Place): unknown {
  if (Array.isArray(value))
    return value.map((item, index) =>
      select(item, selections, { path: [...place.path, index], failures: place.failures }),
    );
  if (selections.length === 0 || value === null || typeof value !== "object") return value ?? null;
  const node = value as Node;
  const answer: Record<string, unknown> = {};
  for (const field of fieldsOf(node, selections))
    answer[field.alias] = answerField(() => fieldOf(node, field), field, place);
  return answer;
}

/** Resolves one field; what it throws as an error of the graph makes it null. */
export function answerField(resolve: () => unknown, field: Field, place: Place): unknown {
  const path = [...place.path, field.alias];
  try {
    return select(resolve(), field.selections, { path, failures: place.failures });
  } catch (error) {
    const known = toGraphError(error);
    if (!known) throw error;
    place.failures.push({ type: known.type, message: known.message, path });
    return null;
  }
}

function fieldsOf(node: Node, selections: Selection[]): Field[] {
  return selections.flatMap((selection) => {
    if (selection.type === "field") return [selection];
    const { on } = selection;
    const fits = on === undefined || on === node.__typename || INTERFACES.includes(on);
    return fits ? fieldsOf(node, selection.selections) : [];
  });
}

function fieldOf(node: Node, field: Field): unknown {
  if (!(field.name in node))
    throw new GraphError(
      "undefinedField",
      `Field '${field.name}' doesn't exist on type '${node.__typename}'`,
    );
  const value = node[field.name];
  return typeof value === "function" ? value(field.arguments) : value;
}
