import { Octokit } from "@octokit/rest";
import type { Forge } from "../forge/create-forge.ts";

/** The part of a world that a person needs. */
export interface Place<Role extends string> {
  forge: Pick<Forge, "urls">;
  repo: string;
  tokens: Record<Role, string>;
}

/** Someone at their keyboard: does to the forge what a person does to GitHub. */
export function createPerson<Role extends string>(world: Place<Role>, role: Role) {
  const [owner = "", repo = ""] = world.repo.split("/");
  const octokit = new Octokit({ auth: world.tokens[role], baseUrl: world.forge.urls.api });
  const where = { owner, repo };
  return {
    octokit,
    async openIssue(issue: { title: string; body: string }): Promise<number> {
      return (await octokit.rest.issues.create({ ...where, ...issue })).data.number;
    },
    async label(issue_number: number, label: string): Promise<void> {
      await octokit.rest.issues.addLabels({ ...where, issue_number, labels: [label] });
    },
    async comment(issue_number: number, body: string): Promise<number> {
      return (await octokit.rest.issues.createComment({ ...where, issue_number, body })).data.id;
    },
    async approve(pull_number: number, commit_id?: string): Promise<void> {
      await octokit.rest.pulls.createReview({
        ...where,
        pull_number,
        event: "APPROVE",
        ...(commit_id ? { commit_id } : {}),
      });
    },
    async merge(pull_number: number): Promise<string> {
      return (await octokit.rest.pulls.merge({ ...where, pull_number })).data.sha;
    },
    async issue(issue_number: number) {
      return (await octokit.rest.issues.get({ ...where, issue_number })).data;
    },
    async comments(issue_number: number) {
      return (await octokit.rest.issues.listComments({ ...where, issue_number, per_page: 100 })).data;
    },
    async pull(pull_number: number) {
      return (await octokit.rest.pulls.get({ ...where, pull_number })).data;
    },
    async openPulls() {
      return (await octokit.rest.pulls.list({ ...where, state: "open", per_page: 100, direction: "asc" }))
        .data;
    },
    async reviews(pull_number: number) {
      return (await octokit.rest.pulls.listReviews({ ...where, pull_number, per_page: 100 })).data;
    },
  };
}

export type Person = ReturnType<typeof createPerson>;
