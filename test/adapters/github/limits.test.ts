import { describe, expect, it } from "vitest";
import { createClient } from "../../../adapters/github/create-client.ts";
import { createGitHub } from "../../../adapters/github/create-github.ts";
import { aForge, SHOP } from "../../forge/a-forge.ts";

/** The port of someone with ten seconds of patience, and what it heard of limits. */
async function aPatientGitHub() {
  const forge = await aForge();
  const waits: number[] = [];
  const client = createClient({ token: forge.createUserToken("ada"), baseUrl: forge.urls.api });
  const pace = { betweenWritesMs: 0, backoffMs: 1, limitMs: 5 };
  const onLimit = ({ seconds }: { seconds: number }) => void waits.push(seconds);
  const github = createGitHub({ client, ...SHOP, pace, patienceMs: 10_000, onLimit });
  return { forge, github, waits, [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose]() };
}

const comment = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";

describe("GitHub's limits", () => {
  it.each([403, 429] as const)(
    "without any header (%i) hold up a write, and it is done once",
    async (status) => {
      await using scene = await aPatientGitHub();
      const { forge, github, waits } = scene;
      const { data: issue } = await forge.as("ada").rest.issues.create({ ...SHOP, title: "One" });
      const limit = forge.faults.rateLimit({ after: 0, status, times: 3, route: comment });
      await github.createComment(issue.number, "hello");
      expect(limit.fired()).toBe(3);
      expect(waits).toHaveLength(3);
      expect(await github.comments(issue.number)).toHaveLength(1);
    },
  );

  it("hold up a look by GraphQL, which has a type and no status for them", async () => {
    await using scene = await aPatientGitHub();
    const { forge, github, waits } = scene;
    const route = "POST /graphql";
    forge.faults.rateLimit({ after: 0, resetIn: 0, type: "RATE_LIMIT", route });
    forge.faults.rateLimit({ after: 1, resetIn: 0, type: "RATE_LIMITED", route });
    forge.faults.rateLimit({ after: 2, route });
    expect(await github.look({ commits: ["main"] })).toMatchObject({ defaultBranch: "main" });
    expect(waits).toHaveLength(3);
  });

  it.each(["GET /repos/{owner}/{repo}", "POST /graphql"])(
    "that are reset in an hour are said at once: %s",
    async (route) => {
      await using scene = await aPatientGitHub();
      const { forge, github, waits } = scene;
      forge.faults.rateLimit({ after: 0, resetIn: 3_600, times: 100, route });
      const asked = route === "POST /graphql" ? github.look({ commits: ["main"] }) : github.repository();
      await expect(asked).rejects.toMatchObject({ code: "rate-limited", message: /API rate limit exceeded/ });
      expect(waits).toEqual([]);
    },
  );
});
