import { type Drivers, placeOf, refused } from "./visitor.ts";

/** Issues, comments, labels and reactions. */
export async function driveIssues(drivers: Drivers): Promise<void> {
  const { issues } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const { data: issue } = await issues.create({ ...place, title: "Export as CSV", body: "Please." });
  const one = { ...place, issue_number: issue.number };
  await driveLabels(drivers, issue.number);
  await driveComments(drivers, issue.number);
  await driveReactions(drivers, issue.number);
  await driveMilestones(drivers, issue.number);
  await driveLinks(drivers, issue);
  await issues.get(one);
  await issues.listForRepo({ ...place, state: "all", labels: "bug" });
  await issues.update({ ...one, title: "Export orders as CSV", body: "Please, soon." });
  await issues.update({ ...one, state: "closed", state_reason: "completed" });
  await issues.update({ ...one, state: "open" });
  await refused(404, issues.get({ ...place, issue_number: 9999 }));
  await refused(422, issues.create({ ...place, title: "" }));
}

async function driveMilestones(drivers: Drivers, issue_number: number): Promise<void> {
  const { issues } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const { data } = await issues.createMilestone({ ...place, title: "v1.0", due_on: "2026-12-01T12:00:00Z" });
  const one = { ...place, milestone_number: data.number };
  await refused(422, issues.createMilestone({ ...place, title: "v1.0" }));
  await issues.listMilestones({ ...place, state: "all" });
  await issues.getMilestone(one);
  await issues.update({ ...place, issue_number, milestone: data.number });
  await issues.listForRepo({ ...place, milestone: String(data.number) });
  await issues.listEvents({ ...place, issue_number });
  await issues.update({ ...place, issue_number, milestone: null });
  await issues.updateMilestone({ ...one, title: "v1.1", state: "closed" });
  const { data: other } = await issues.createMilestone({ ...place, title: "v2.0" });
  await issues.deleteMilestone({ ...place, milestone_number: other.number });
}

async function driveLinks(drivers: Drivers, { number }: { number: number }): Promise<void> {
  const { issues } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const one = { ...place, issue_number: number };
  const { data: blocker } = await issues.create({ ...place, title: "First this" });
  const { data: part } = await issues.create({ ...place, title: "A part of it" });
  await issues.addBlockedByDependency({ ...one, issue_id: blocker.id });
  await issues.addSubIssue({ ...one, sub_issue_id: part.id });
  await issues.listDependenciesBlockedBy(one);
  await issues.listSubIssues(one);
}

async function driveLabels(drivers: Drivers, number: number): Promise<void> {
  const { issues } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const one = { ...place, issue_number: number };
  await issues.createLabel({ ...place, name: "gsd:demo", color: "5319e7", description: "a demo" });
  await refused(422, issues.createLabel({ ...place, name: "gsd:demo" }));
  await issues.getLabel({ ...place, name: "gsd:demo" });
  await issues.updateLabel({ ...place, name: "gsd:demo", color: "0e8a16" });
  await issues.listLabelsForRepo(place);
  await issues.addLabels({ ...one, labels: ["gsd:demo", "bug"] });
  await issues.listLabelsOnIssue(one);
  await issues.removeLabel({ ...one, name: "gsd:demo" });
  await refused(404, issues.removeLabel({ ...one, name: "gsd:demo" }));
  await issues.setLabels({ ...one, labels: ["bug"] });
  await issues.removeAllLabels(one);
  await issues.deleteLabel({ ...place, name: "gsd:demo" });
}

async function driveComments(drivers: Drivers, number: number): Promise<void> {
  const { issues } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const { data: comment } = await issues.createComment({ ...place, issue_number: number, body: "/status" });
  const one = { ...place, comment_id: comment.id };
  await drivers.installation.rest.issues.createComment({
    ...place,
    issue_number: number,
    body: "by the App",
  });
  await issues.getComment(one);
  await issues.updateComment({ ...one, body: "/help" });
  await issues.listComments({ ...place, issue_number: number });
  await issues.listEvents({ ...place, issue_number: number });
  await issues.listCommentsForRepo({ ...place, since: "2020-01-01T00:00:00Z" });
  const { data: gone } = await issues.createComment({ ...place, issue_number: number, body: "gone" });
  await issues.deleteComment({ ...place, comment_id: gone.id });
}

async function driveReactions(drivers: Drivers, number: number): Promise<void> {
  const { issues, reactions } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  await reactions.createForIssue({ ...place, issue_number: number, content: "eyes" });
  await reactions.createForIssue({ ...place, issue_number: number, content: "eyes" });
  const { data: eyes } = await reactions.createForIssue({ ...place, issue_number: number, content: "+1" });
  await reactions.deleteForIssue({ ...place, issue_number: number, reaction_id: eyes.id });
  await reactions.listForIssue({ ...place, issue_number: number });
  const { data } = await issues.listComments({ ...place, issue_number: number });
  const comment = { ...place, comment_id: data[0]?.id as number };
  const { data: rocket } = await reactions.createForIssueComment({ ...comment, content: "rocket" });
  await reactions.listForIssueComment(comment);
  await reactions.deleteForIssueComment({ ...comment, reaction_id: rocket.id });
}
