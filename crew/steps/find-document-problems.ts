import { parse } from "../../adapters/parse/create-parse.ts";
import { documentFiles } from "../../core/codec/paths.ts";
import type { PlanDocument } from "../../core/model/track.ts";

/** What is wrong with a planner's document, in words for its author. */
export async function findDocumentProblems(name: PlanDocument, text: string): Promise<string[]> {
  const checked = await parse("document", name, text);
  if (!checked.ok) return [`${documentFiles[name]} ${checked.message}`];
  return checked.value.map(({ path, message }) => `${path} ${message}`);
}
