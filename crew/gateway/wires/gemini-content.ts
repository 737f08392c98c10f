import {
  byAddress,
  byReference,
  data,
  flag,
  image,
  isObject,
  list,
  number,
  record,
  replaced,
  type Shape,
  schema,
  text,
} from "./shape.ts";
import { bytesOf, numberIn, objectIn, objectsIn, sum, type Wire } from "./wire.ts";

type Fields = Parameters<typeof record>[0];

/** Google takes its fields in camel case and in snake case. */
function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
const fields = (shapes: Fields) => record(shapes, camel);

const inlineImage = fields({ mimeType: text, data: image });
const media = replaced("media", (words) => words);
const inParts = {
  text,
  thought: flag,
  thoughtSignature: text,
  functionCall: fields({ id: text, name: text, args: data }),
  inlineData: inlineImage,
  fileData: byAddress,
};
const known = fields({
  ...inParts,
  functionResponse: fields({
    id: text,
    name: text,
    response: data,
    parts: list((value, notes) => withoutMedia(value, notes, fields(inParts))),
  }),
});

/** Sound, films and documents cost by their length, which their bytes do not show. */
function withoutMedia(value: unknown, notes: Parameters<Shape>[1], shape: Shape): unknown {
  if (!isObject(value)) return undefined;
  const inline = value["inlineData"] ?? value["inline_data"];
  const type = objectIn({ inline }, "inline");
  const mime = String(type["mimeType"] ?? type["mime_type"]);
  return inline && !mime.startsWith("image/") ? { text: media(value, notes) } : shape(value, notes);
}

const content = fields({
  role: text,
  parts: list((value, notes) => withoutMedia(value, notes, known)),
});
const declaration = fields({
  name: text,
  description: text,
  parameters: schema,
  parametersJsonSchema: schema,
  response: schema,
  responseJsonSchema: schema,
});
const declarations = fields({ functionDeclarations: list(declaration) });
/** Every other kind of tool (googleSearch, urlContext, codeExecution, …) runs at Google. */
const tool: Shape = (value, notes) => {
  const built = declarations(value, notes);
  return isObject(built) && Object.keys(built).length > 0 ? built : undefined;
};

/** https://ai.google.dev/api/generate-content */
export const geminiContent: Wire = {
  shape: fields({
    tools: list(tool),
    systemInstruction: content,
    contents: list(content),
    toolConfig: fields({
      functionCallingConfig: fields({ mode: text, allowedFunctionNames: list(text) }),
    }),
    safetySettings: list(fields({ category: text, threshold: text })),
    cachedContent: byReference,
    generationConfig: fields({
      temperature: number,
      topP: number,
      topK: number,
      seed: number,
      presencePenalty: number,
      frequencyPenalty: number,
      stopSequences: list(text),
      responseMimeType: text,
      responseSchema: schema,
      responseJsonSchema: schema,
      thinkingConfig: fields({ includeThoughts: flag, thinkingBudget: number, thinkingLevel: text }),
      maxOutputTokens: number,
    }),
  }),

  limits: (body) =>
    [body["generationConfig"], body["generation_config"]]
      .filter(isObject)
      .flatMap((config) => [config["maxOutputTokens"], config["max_output_tokens"]]),
  limited(body, limit) {
    const { maxOutputTokens: _, ...config } = objectIn(body, "generationConfig");
    const known = limit === undefined ? config : { ...config, maxOutputTokens: limit };
    return { generationConfig: Object.keys(known).length > 0 ? known : undefined };
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
      objectsIn(objectIn(one, "content")["parts"]),
    );
    return sum(parts.map((part) => bytesOf(part["text"], objectIn(part, "functionCall")["args"])));
  },

  failureEvent: (message) =>
    `data: ${JSON.stringify({ error: { code: 403, message, status: "PERMISSION_DENIED" } })}\n\n`,
};
