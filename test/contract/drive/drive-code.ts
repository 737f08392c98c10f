import { type Drivers, placeOf, refused } from "./visitor.ts";

/** Repository, contents, git data, refs, branches, commits, compares and merges. */
export async function driveCode(drivers: Drivers): Promise<void> {
  await driveContents(drivers);
  const sha = await driveGitData(drivers);
  await driveRefs(drivers, sha);
  await driveReleases(drivers);
  await driveHistory(drivers);
}

async function driveContents(drivers: Drivers): Promise<void> {
  const { repos } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  await repos.get(place);
  const { data: main } = await drivers.maintainer.rest.git.getRef({ ...place, ref: "heads/main" });
  await drivers.maintainer.rest.git.createRef({ ...place, ref: "refs/heads/work", sha: main.object.sha });
  await repos.getCollaboratorPermissionLevel({ ...place, username: drivers.owner });
  const put = await repos.createOrUpdateFileContents({
    ...place,
    path: "docs/guide.md",
    message: "docs: add a guide",
    content: Buffer.from("# Guide\n").toString("base64"),
    branch: "work",
  });
  const sha = put.data.content?.sha as string;
  await repos.getContent({ ...place, path: "docs/guide.md", ref: "work" });
  await repos.getContent({ ...place, path: "docs", ref: "work" });
  await repos.getContent({ ...place, path: "" });
  const again = { ...place, path: "docs/guide.md", branch: "work", message: "docs: again" };
  await refused(
    409,
    repos.createOrUpdateFileContents({
      ...again,
      sha: "0".repeat(40),
      content: Buffer.from("x").toString("base64"),
    }),
  );
  await refused(404, repos.getContent({ ...place, path: "nothing.md" }));
  await repos.deleteFile({ ...again, sha });
}

async function driveGitData(drivers: Drivers): Promise<string> {
  const { git, repos } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const branch = await repos.getBranch({ ...place, branch: "main" });
  const parent = branch.data.commit.sha;
  const blob = await git.createBlob({
    ...place,
    content: Buffer.from([0, 1, 2]).toString("base64"),
    encoding: "base64",
  });
  await git.getBlob({ ...place, file_sha: blob.data.sha });
  const tree = await git.createTree({
    ...place,
    base_tree: branch.data.commit.commit.tree.sha,
    tree: [
      { path: "bin/data", mode: "100644", type: "blob", sha: blob.data.sha },
      { path: "bin/run.sh", mode: "100755", type: "blob", content: "echo hi\n" },
    ],
  });
  await git.getTree({ ...place, tree_sha: tree.data.sha, recursive: "true" });
  const commit = await git.createCommit({
    ...place,
    message: "feat: data",
    tree: tree.data.sha,
    parents: [parent],
  });
  await git.getCommit({ ...place, commit_sha: commit.data.sha });
  const tag = await git.createTag({
    ...place,
    tag: "v1",
    message: "one",
    object: commit.data.sha,
    type: "commit",
  });
  await git.getTag({ ...place, tag_sha: tag.data.sha });
  return commit.data.sha;
}

async function driveRefs(drivers: Drivers, sha: string): Promise<void> {
  const { git } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  await git.createRef({ ...place, ref: "refs/heads/side/one", sha });
  await refused(422, git.createRef({ ...place, ref: "refs/heads/side/one", sha }));
  await git.createRef({ ...place, ref: "refs/tags/gsd/checkpoint/1/T01", sha });
  await git.getRef({ ...place, ref: "heads/side/one" });
  await git.listMatchingRefs({ ...place, ref: "heads/side" });
  await git.listMatchingRefs({ ...place, ref: "tags/gsd/checkpoint" });
  await git.createRef({ ...place, ref: "refs/heads/gone", sha });
  await git.updateRef({ ...place, ref: "heads/gone", sha, force: true });
  await git.deleteRef({ ...place, ref: "heads/gone" });
  await refused(404, git.getRef({ ...place, ref: "heads/gone" }));
}

async function driveReleases(drivers: Drivers): Promise<void> {
  const { git, repos } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const draft = { ...place, tag_name: "v9.0.0", name: "9.0.0", body: "new", draft: true };
  const { data } = await repos.createRelease(draft);
  const file = { ...place, release_id: data.id, name: "notes.txt", data: "words" };
  await repos.uploadReleaseAsset({
    ...file,
    url: data.upload_url,
    headers: { "content-type": "text/plain" },
  });
  await refused(
    422,
    repos.uploadReleaseAsset({ ...file, url: data.upload_url, headers: { "content-type": "text/plain" } }),
  );
  await repos.updateRelease({ ...place, release_id: data.id, draft: false });
  await git.getRef({ ...place, ref: "tags/v9.0.0" });
  await refused(422, repos.createRelease({ ...draft, draft: false }));
  await repos.listReleases(place);
}

async function driveHistory(drivers: Drivers): Promise<void> {
  const { repos } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  await repos.listBranches(place);
  await repos.listActivities({ ...place, ref: "refs/heads/main" });
  await repos.listCommits({ ...place, sha: "side/one" });
  await repos.getCommit({ ...place, ref: "side/one" });
  await repos.compareCommitsWithBasehead({ ...place, basehead: "main...side/one" });
  await repos.merge({ ...place, base: "work", head: "side/one", commit_message: "merge side" });
  await repos.merge({ ...place, base: "work", head: "side/one" });
  await repos.listCollaborators(place);
  await repos.checkCollaborator({ ...place, username: drivers.owner });
  await repos.createDispatchEvent({ ...place, event_type: "nightly", client_payload: { day: 1 } });
  await repos.getBranchProtection({ ...place, branch: "main" }).catch(() => undefined);
}
