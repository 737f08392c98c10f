import { invalid, missing } from "./reply.ts";

/** Typed reading of a request's JSON body, with GitHub's 422 for what is missing or of another type. */
export type Body = Record<string, unknown>;

export function optionalText(body: Body, field: string, resource = "Resource"): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw invalid({ resource, field, code: "invalid" });
  return value;
}

export function text(body: Body, field: string, resource = "Resource"): string {
  const value = optionalText(body, field, resource);
  if (value === undefined || value.trim() === "") throw missing(resource, field);
  return value;
}

/** As many characters as GitHub takes of a text. */
export const LONGEST = 65_536;

/** A Markdown body, as long as GitHub takes it; null clears it. */
export function markdown(body: Body, resource: string): string | null | undefined {
  if (body["body"] === null) return null;
  const value = optionalText(body, "body", resource);
  if (value !== undefined && value.length > LONGEST) {
    const message = `body is too long (maximum is ${LONGEST} characters)`;
    throw invalid({ resource, field: "body", code: "custom", message });
  }
  return value;
}

export function optionalNumber(body: Body, field: string): number | undefined {
  const value = body[field];
  return typeof value === "number" ? value : undefined;
}

/** A list of strings; names of labels may also come as `{ name }`. */
export function texts(body: Body, field: string): string[] | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  const list = Array.isArray(value) ? value : [value];
  return list.map((item) => (typeof item === "string" ? item : String((item as Body)["name"] ?? "")));
}

export function objects(body: Body, field: string): Body[] {
  const value = body[field];
  return Array.isArray(value) ? (value as Body[]) : [];
}
