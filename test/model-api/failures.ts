import { type Reply, sse, type Wire } from "./reply.ts";

type Failure = Extract<Reply, { type: "fail" | "fail-inside" }>;

const words: Record<number, string> = {
  400: "The request is not valid.",
  401: "The API key is not valid.",
  402: "Your credit balance is too low to access the API.",
  403: "This key has no permission for the requested resource.",
  404: "The model does not exist.",
  413: "The request exceeds the maximum size.",
  429: "This request would exceed your rate limit.",
  500: "Internal server error.",
  503: "The model is overloaded. Please try again later.",
  529: "Overloaded",
};

const anthropicTypes: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

const openaiErrors: Record<number, [type: string, code: string | null]> = {
  401: ["invalid_request_error", "invalid_api_key"],
  402: ["insufficient_quota", "insufficient_quota"],
  403: ["invalid_request_error", "model_not_found"],
  404: ["invalid_request_error", "model_not_found"],
  429: ["requests", "rate_limit_exceeded"],
  500: ["server_error", null],
  503: ["server_error", "server_is_overloaded"],
  529: ["server_error", "server_is_overloaded"],
};

const googleStatuses: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** A provider's body for a failure. */
export function failureBody(wire: Wire, failure: Failure): object {
  const { status } = failure;
  const message = failure.message ?? words[status] ?? "Something went wrong.";
  if (wire === "messages") {
    return {
      type: "error",
      error: { type: anthropicTypes[status] ?? "api_error", message },
      request_id: "req_0",
    };
  }
  if (wire === "gemini") {
    const details = detailsOf(failure);
    const google = googleStatuses[status] ?? "UNKNOWN";
    return { error: { code: status, message, status: google, ...(details ? { details } : {}) } };
  }
  const [type, code] = openaiErrors[status] ?? ["invalid_request_error", null];
  return { error: { message, type, param: null, code } };
}

/** How a stream that began well says that it failed. */
export function failureEvent(wire: Wire, failure: Failure): string {
  const body = failureBody(wire, failure);
  if (wire === "messages") return sse(body, "error");
  if (wire !== "responses") return sse(body);
  const { message, code } = (body as { error: { message: string; code: string | null } }).error;
  const response = {
    id: "resp_0",
    object: "response",
    status: "failed",
    error: { code: code ?? "server_error", message },
    output: [],
  };
  return sse({ type: "response.failed", sequence_number: 2, response }, "response.failed");
}

/** Google says when to come back in the body; a bad key is a 400 with this reason. */
function detailsOf(failure: Failure): object[] | undefined {
  const type = "type.googleapis.com/google.rpc";
  if (failure.type === "fail" && failure.retryAfter !== undefined) {
    return [{ "@type": `${type}.RetryInfo`, retryDelay: `${failure.retryAfter}s` }];
  }
  if (failure.status !== 400) return undefined;
  return [{ "@type": `${type}.ErrorInfo`, reason: "API_KEY_INVALID", domain: "googleapis.com" }];
}
