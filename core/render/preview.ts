import { type Previewed, previewAddress } from "../codec/preview.ts";
import type { Config } from "../model/config.ts";

/** Where people can look at a branch; the address is the configuration's, and its schema leaves nothing in it that Markdown reads. */
export function previewLine(config: Pick<Config, "verification">, previewed: Previewed): string {
  const address = previewAddress(config, previewed);
  return address === undefined ? "" : `Preview: <${address}>`;
}
