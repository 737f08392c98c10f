import { parse } from "../../adapters/parse/create-parse.ts";
import { documentFiles } from "../../core/codec/paths.ts";
import type { PlanDocument } from "../../core/model/track.ts";
import type { Problem } from "../../core/model/validate.ts";
import type { CrewInput } from "../crew-input.ts";
import { readLayout, readSpecTexts } from "./read-specs.ts";

type Place = Pick<CrewInput, "folder" | "base">;

/** What is wrong with a planner's document, in words for its author. */
export async function findDocumentProblems(
  name: PlanDocument,
  text: string,
  place: Place,
): Promise<string[]> {
  const checked = await parse("document", name, text);
  if (!checked.ok) return [`${documentFiles[name]} ${checked.message}`];
  if (checked.value.length > 0 || name !== "spec") return checked.value.map(inWords);
  return (await findMisfits(text, place)).map(inWords);
}

/** Spec changes that do not fit the specs as they are on the base. */
async function findMisfits(text: string, { folder, base }: Place): Promise<Problem[]> {
  const layout = await readLayout(folder, base);
  const changed = await parse("spec-changes", text, layout);
  if (!changed.ok || !changed.value.ok || changed.value.specs.length === 0) return [];
  const texts = await readSpecTexts(folder, base, changed.value);
  const checked = await parse("spec-check", text, { layout, texts, tracks: [], changes: [] });
  return checked.ok ? checked.value.problems : [{ path: "SPEC.md", message: checked.message }];
}

function inWords({ path, line, message }: Problem): string {
  return line === undefined ? `${path} ${message}` : `${path}:${line} ${message}`;
}
