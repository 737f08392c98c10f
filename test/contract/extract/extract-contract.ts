import type { Contract, ContractList } from "../contract.ts";
import type { Descriptions } from "./descriptions.ts";
import { extractGraphql } from "./graphql.ts";
import { createCollector, extractOperation, extractWebhook } from "./openapi.ts";
import { shareSchemas } from "./share-schemas.ts";

/** The listed part of GitHub's descriptions, in one compact value. */
export function extractContract(descriptions: Descriptions, list: ContractList): Contract {
  const collector = createCollector();
  const rest = list.rest.map((route) => [route, extractOperation(descriptions.rest, route, collector)]);
  const webhooks = list.webhooks.map((name) => [
    name,
    extractWebhook(descriptions.webhooks, name, collector),
  ]);
  return {
    sources: descriptions.sources,
    rest: Object.fromEntries(rest),
    webhooks: Object.fromEntries(webhooks),
    graphql: extractGraphql(descriptions.graphql, list.graphql),
    definitions: shareSchemas(collector.definitions),
  };
}
