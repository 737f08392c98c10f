import type { Octokit } from "@octokit/rest";
import { createGitHub } from "../../../adapters/github/create-github.ts";
import { type Drivers, placeOf } from "./visitor.ts";

/** The GraphQL that gsd itself sends: `commitFiles`, `setRefs`, `look` and `editsOf`, with all that they can ask. */
export async function driveGraphql(drivers: Drivers): Promise<void> {
  const place = placeOf(drivers);
  const pace = { betweenWritesMs: 0, backoffMs: 1, limitMs: 1 };
  const github = createGitHub({ client: drivers.installation, owner: place.owner, repo: place.repo, pace });
  const expectedHead = (await github.ref("heads/main")) ?? "";
  await github.createRef("heads/files", expectedHead);
  const files = [{ path: "tracks/1.json", text: "{}\n" }];
  const commit = { branch: "files", expectedHead, message: "a\n\nb", additions: files, deletions: [] };
  await github.commitFiles(commit);
  if ((await github.commitFiles(commit)) !== "conflict") throw new Error("expected a conflict");
  await github.commitFiles({ ...commit, branch: "new-files", newBranch: true });
  const places = [
    { name: "tags/files", sha: expectedHead },
    { name: "heads/gone", sha: undefined },
  ];
  if ((await github.setRefs(places)) !== "set") throw new Error("expected a tag");
  const refused = [{ name: "heads/main", sha: undefined }];
  if ((await github.setRefs(refused)) !== "refused") throw new Error("expected a refusal");
  const { data: pulls } = await drivers.maintainer.rest.pulls.list({ ...place, state: "all" });
  await github.look({
    files: [
      { path: "tracks/1.json", ref: "files" },
      { path: "none", ref: "files" },
    ],
    folders: [{ path: "tracks", ref: "files" }],
    commits: ["main", "files"],
    pulls: pulls.map((pull) => pull.number),
    heads: [expectedHead],
    issues: [1, 9_999],
    texts: [1, 9_999],
    settings: true,
  });
  for (const pull of pulls) await github.openThreads(pull.number);
  await github.milestones();
  await github.sortingsOf([1]);
  await github.absentIssues([1, 9_999, ...pulls.map((pull) => pull.number)]);
  // By a person: GitHub's description of what an App has done knows fewer events than Apps can have.
  const person = createGitHub({ client: drivers.maintainer, owner: place.owner, repo: place.repo, pace });
  const { number, nodeId } = await person.createIssue({ title: "dashboard", body: "all of it" });
  await person.pinIssue(nodeId);
  const own = await person.ownIssues();
  if (own[0]?.number !== number) throw new Error("expected the newest issue of our own");
  const { data: comments } = await drivers.maintainer.rest.issues.listCommentsForRepo(place);
  const edits = await Promise.all(comments.map(({ node_id }) => github.editsOf(node_id)));
  if (!edits.some((one) => one?.some(({ by }) => by?.bot === false))) throw new Error("expected an edit");
  await driveThreads(drivers.maintainer, place);
  await driveMore(drivers.maintainer, place);
}

/** A person resolves a discussion, and opens it again. */
async function driveThreads(
  octokit: Octokit,
  { owner, repo }: { owner: string; repo: string },
): Promise<void> {
  const { data } = await octokit.rest.pulls.listReviewCommentsForRepo({ owner, repo });
  const first = data.find((comment) => comment.in_reply_to_id === undefined);
  if (!first) throw new Error("expected a comment");
  const change = (name: string) => `mutation ($threadId: ID!) {
    ${name}(input: { threadId: $threadId }) { thread { id isResolved resolvedBy { login } path line diffSide subjectType } }
  }`;
  const threadId = `PRRT_${first.id}`;
  await octokit.graphql(change("resolveReviewThread"), { threadId });
  await octokit.graphql(change("unresolveReviewThread"), { threadId });
}

/** What the forge answers besides. */
async function driveMore(
  octokit: Octokit,
  { owner, repo: name }: { owner: string; repo: string },
): Promise<void> {
  const query = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
    id name nameWithOwner isPrivate
    ref(qualifiedName: "refs/heads/main") { name prefix target { __typename oid } }
    folder: object(expression: "files:tracks") { __typename ... on Tree { oid entries { name oid type mode } } }
    head: object(expression: "main") { __typename ... on Commit { committedDate messageHeadline messageBody checkSuites(first: 9) {
      totalCount nodes { id workflowRun { databaseId event file { path } workflow { databaseId name } } app { slug databaseId } } } } }
  } }`;
  await octokit.graphql(query, { owner, name });
}
