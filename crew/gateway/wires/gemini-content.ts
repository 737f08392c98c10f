import {
  type Body,
  dropFields,
  isObject,
  lengthOf,
  numberIn,
  objectsIn,
  urlRefusal,
  type Wire,
} from "./wire.ts";

/** https://ai.google.dev/api/generate-content. Google takes its fields in camel case and in snake case. */
export const geminiContent: Wire = {
  screen(body, hostedTools) {
    // Counting may wrap the request that it counts.
    const inner = objectsIn([body["generateContentRequest"] ?? body["generate_content_request"]]);
    const all = [body, ...inner];
    const dropped = all.flatMap((one) => [
      ...dropHosted(one, hostedTools),
      ...dropFields(one, ["serviceTier", "service_tier"]),
    ]);
    return { dropped, refused: all.some(fetches) ? urlRefusal : undefined };
  },

  maxOutput(body) {
    const config = body["generationConfig"] ?? body["generation_config"];
    if (!isObject(config)) return undefined;
    return numberIn(config["maxOutputTokens"] ?? config["max_output_tokens"]);
  },

  /** Every chunk carries the sum so far. Thoughts and prompts of tools stand beside the other counts. */
  count(event) {
    const usage = event["usageMetadata"];
    if (!isObject(usage)) return undefined;
    const of = (name: string) => numberIn(usage[name]) ?? 0;
    const thinking = of("thoughtsTokenCount");
    const tokens = {
      input: of("promptTokenCount") + of("toolUsePromptTokenCount"),
      output: of("candidatesTokenCount") + thinking,
      cached: of("cachedContentTokenCount"),
      thinking,
    };
    const blocked = isObject(event["promptFeedback"]);
    const finished = objectsIn(event["candidates"]).some((one) => one["finishReason"] !== undefined);
    return { tokens, final: finished || blocked };
  },

  written(event) {
    const parts = objectsIn(event["candidates"]).flatMap((one) =>
      isObject(one["content"]) ? objectsIn(one["content"]["parts"]) : [],
    );
    return parts.reduce((sum, part) => {
      const call = isObject(part["functionCall"]) ? JSON.stringify(part["functionCall"]["args"] ?? {}) : "";
      return sum + lengthOf(part["text"], call);
    }, 0);
  },

  failureEvent: (message) =>
    `data: ${JSON.stringify({ error: { code: 403, message, status: "PERMISSION_DENIED" } })}\n\n`,
};

function dropHosted(body: Body, hostedTools: string[]): string[] {
  const tools = objectsIn(body["tools"]);
  const dropped = tools.flatMap((tool) => {
    const hosted = Object.keys(tool).filter((name) => !isLocal(name) && !hostedTools.includes(name));
    for (const name of hosted) delete tool[name];
    return hosted;
  });
  if (dropped.length > 0) body["tools"] = tools.filter((tool) => Object.keys(tool).length > 0);
  return dropped;
}

function isLocal(name: string): boolean {
  return name === "functionDeclarations" || name === "function_declarations";
}

function fetches(body: Body): boolean {
  const system = [body["systemInstruction"], body["system_instruction"]];
  return objectsIn([...objectsIn(body["contents"]), ...system]).some((content) => hasUrl(content["parts"]));
}

function hasUrl(parts: unknown): boolean {
  return objectsIn(parts).some((part: Body) => {
    const answered = part["functionResponse"] ?? part["function_response"];
    const nested = isObject(answered) && hasUrl(answered["parts"]);
    return nested || part["fileData"] !== undefined || part["file_data"] !== undefined;
  });
}
