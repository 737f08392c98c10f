import type { ModelRequest } from "./create-model-api.ts";
import type { Wire } from "./reply.ts";

type Read = Pick<ModelRequest, "wire" | "model" | "stream" | "tools">;

/** What a request asks for, whatever its wire; nothing for other paths. */
export function parseRequest(path: string, body: Record<string, unknown>): Read | undefined {
  const gemini = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path);
  if (gemini) {
    const stream = gemini[2] === "streamGenerateContent";
    return { wire: "gemini", model: gemini[1]!, stream, tools: toolNames(body) };
  }
  const wire = wires[path];
  if (!wire) return undefined;
  return { wire, model: String(body["model"]), stream: body["stream"] === true, tools: toolNames(body) };
}

const wires: Record<string, Wire> = {
  "/v1/messages": "messages",
  "/v1/responses": "responses",
  "/v1/chat/completions": "chat",
};

interface NamedTool {
  name?: string;
  type?: string;
  function?: { name: string };
  functionDeclarations?: { name: string }[];
  tools?: NamedTool[];
}

/** The names of the tools on offer, in the form of any wire. */
function toolNames(body: Record<string, unknown>): string[] {
  const tools = Array.isArray(body["tools"]) ? (body["tools"] as NamedTool[]) : [];
  return tools.flatMap((tool) => [
    ...(tool.functionDeclarations ?? []).map((one) => one.name),
    ...(tool.function ? [tool.function.name] : []),
    ...(tool.name ? [tool.name] : []),
    ...(tool.tools ? toolNames({ tools: tool.tools }) : []),
    ...(!tool.name && !tool.function && tool.type ? [tool.type] : []),
  ]);
}
