import type { ContractList } from "../contract.ts";
import { parseOperations } from "../parse-graphql.ts";
import { type RecordLine, webhookName } from "../record.ts";

/** The list with what a record used besides, sorted. */
export function extendList(
  list: ContractList,
  record: RecordLine[],
): { list: ContractList; added: string[] } {
  const rest = new Set(list.rest);
  const webhooks = new Set(list.webhooks);
  const fields = new Set(list.graphql.fields);
  for (const line of record) {
    if (line.type === "rest" && line.route) rest.add(`${line.method} ${line.route}`);
    if (line.type === "webhook") webhooks.add(webhookName(line));
    if (line.type === "graphql") for (const field of rootFields(line.query)) fields.add(field);
  }
  const old = new Set([...list.rest, ...list.webhooks, ...list.graphql.fields]);
  return {
    list: {
      rest: [...rest].sort((a, b) => (byTemplate(a) < byTemplate(b) ? -1 : 1)),
      webhooks: [...webhooks].sort(),
      graphql: { ...list.graphql, fields: [...fields].sort() },
    },
    added: [...rest, ...webhooks, ...fields].filter((name) => !old.has(name)),
  };
}

function byTemplate(route: string): string {
  return route.split(" ").reverse().join(" ");
}

function rootFields(query: string): string[] {
  return parseOperations(query).flatMap((operation) => {
    const root = operation.kind === "mutation" ? "Mutation" : "Query";
    return operation.selections.flatMap((part) => (part.kind === "field" ? [`${root}.${part.name}`] : []));
  });
}
