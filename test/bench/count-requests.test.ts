import { describe, expect, it } from "vitest";
import type { GraphqlLine, RecordLine, RestLine } from "../contract/record.ts";
import { countRequests } from "./count-requests.ts";

const rest = (method: string, path: string, more: Partial<RestLine> = {}): RecordLine => ({
  type: "rest",
  method,
  path,
  status: 200,
  tokenKind: "workflow",
  ...more,
});
const graphql = (write: boolean): GraphqlLine => ({
  type: "graphql",
  query: "",
  response: {},
  write,
  tokenKind: "installation",
});
const approve = rest("POST", "/repos/a/b/issues/2/comments", {
  tokenKind: "user",
  requestBody: { body: "/approve" },
});

describe("the bench counts", () => {
  it("gsd's own requests, mutations as writes and queries as reads, and the tasks between approval and last merge", () => {
    const lines = [
      rest("PUT", "/repos/a/b/contents/x"),
      approve,
      graphql(false),
      graphql(true),
      rest("PUT", "/repos/a/b/pulls/3/merge", { status: 405 }),
      rest("PUT", "/repos/a/b/pulls/3/merge"),
      approve,
      rest("GET", "/repos/a/b"),
      rest("PUT", "/repos/a/b/pulls/4/merge"),
      rest("POST", "/repos/a/b/statuses/s"),
      rest("PUT", "/repos/a/b/pulls/2/merge", { tokenKind: "user" }),
    ];
    expect(countRequests(lines)).toEqual({
      tasks: 2,
      track: { requests: 8, writes: 6 },
      perTask: { requests: 3, writes: 2 },
    });
  });
});
