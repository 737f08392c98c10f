import type { ConfigReading } from "../model/parse-config.ts";
import type { ConfigFacts } from "./checkup.ts";
import { labelsToOffer } from "./labels.ts";
import { neededSecrets } from "./needed-secrets.ts";

/** What a checkup wants to know of a configuration. */
export function configFacts(reading: ConfigReading): ConfigFacts {
  if (!reading.ok) return { state: "broken", problems: reading.problems };
  const { config } = reading;
  return {
    state: "good",
    secrets: neededSecrets(config),
    labels: labelsToOffer(config),
    mergeMethod: config.merge_method,
    ci: config.ci,
    lacksScript: config.engine === "script" && config.script === undefined,
  };
}
