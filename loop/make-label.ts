import { newLabel } from "../core/install/labels.ts";
import type { ConfigReading } from "../core/model/parse-config.ts";
import type { SeenSettings } from "../core/ports/github/look.ts";
import type { Ports } from "./ports.ts";

/** Makes the label that asks for a plan where the repository has none. True once it is there. */
export async function makeLabel(
  { github, log }: Ports,
  config: ConfigReading,
  { labels }: Pick<SeenSettings, "labels">,
): Promise<boolean> {
  if (!config.ok || !labels) return false;
  const { label } = config.config;
  if (labels.some((name) => name.toLowerCase() === label.toLowerCase())) return true;
  try {
    await github.createLabel(newLabel({ name: label, purpose: "plan" }));
    log.info("the label was missing, and is there now", { label });
    return true;
  } catch (error) {
    log.warn("the label is missing and cannot be made", { label, why: String(error) });
    return false;
  }
}
