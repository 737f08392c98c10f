/** The part of GitHub's own description that gsd uses: what `scripts/extract-contract.ts` writes, the validator reads. */
export interface Contract {
  /** Packages and versions that it was taken from. */
  sources: Record<string, string>;
  /** By `METHOD /template`. */
  rest: Record<string, RestOperation>;
  /** By `event.action`, or `event` alone: name of the payload's definition. */
  webhooks: Record<string, string>;
  graphql: GraphqlTypes;
  /** JSON schemas that refer to one another by `#/definitions/<name>`. */
  definitions: Record<string, Schema>;
}

export interface RestOperation {
  /** Those of the query, and those of the path that are more than text. */
  parameters: RestParameter[];
  body?: { required: boolean; schema: string };
  /** By status: name of the definition; null where no JSON comes back. */
  responses: Record<string, string | null>;
}

export interface RestParameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
}

/** Types by name; type expressions are written as in GraphQL (`[String!]!`). */
export interface GraphqlTypes {
  objects: Record<string, Record<string, GraphqlField>>;
  inputs: Record<string, Record<string, string>>;
  enums: Record<string, string[]>;
  /** Interfaces and unions: the object types that they may be. */
  possible: Record<string, string[]>;
  scalars: string[];
}

export interface GraphqlField {
  type: string;
  args?: Record<string, string>;
}

/** What to extract: `test/contract/routes.json`. */
export interface ContractList {
  rest: string[];
  webhooks: string[];
  /** `Mutation.markPullRequestReadyForReview`, …; `types` are the object types whose fields may be selected. */
  graphql: { fields: string[]; types: string[] };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  format?: string;
  [keyword: string]: unknown;
}
