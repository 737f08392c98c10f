import { describe, expect, it } from "vitest";
import type { Track } from "../../../core/model/track.ts";
import type { Verified } from "../../../core/model/verification.ts";
import { aJob, aMergedTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { commented, continued, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const unmet = [{ id: "T01.2", task: "T01" as const, text: "It has a test.", evidence: "there is none" }];
const verified: Verified = { head: sha("b9"), unmet };
const why = { outcome: "not-met" as const, reason: "Not met: T01.2." };
const approved = { tree: sha("f1"), head: sha("f2"), by: "mia", at: at(-600), sources: "s1" };

function verifying(): Track {
  const sticky = { comment: 7, digest: "d" };
  const track = aTrack({ sticky, tasks: { T01: aMergedTask() } });
  const begun = ask({ ...track, plan: { ...track.plan, approved } }, continued);
  return { ...quiet(begun), jobs: [aJob({ kind: "verify" })] };
}

function unverified(): Track {
  return quiet(ask(verifying(), jobFailed({ kind: "verify" }, { ...why, verified })));
}

describe("a verification that did not pass", () => {
  it("remembers what is not met and the commit that says so, and waits", () => {
    const after = ask(verifying(), jobFailed({ kind: "verify" }, { ...why, verified }));
    expect(after).toMatchObject({ phase: "executing", head: sha("b9") });
    expect(after.verification).toMatchObject({ outcome: "not-met", unmet });
    expect(said(after)).toEqual(["#10: verification-failed"]);
    expect(effects(after, "show-track")).toMatchObject([{ head: sha("b9"), state: "failure" }]);
    expect(ask(after, ticked)).toEqual(after);
  });

  it("forgets it once it is asked again, and once it passes", () => {
    const again = ask(unverified(), commented("/resume"));
    expect(again.verification).not.toHaveProperty("unmet");
    expect(jobs(again)).toEqual(["verify dispatched"]);
    const running = { ...quiet(again), jobs: [aJob({ kind: "verify", attempt: 2 })] };
    const passed = ask(
      running,
      jobFinished({ kind: "verify", attempt: 2 }, { type: "verify", head: sha("c1") }),
    );
    expect(passed.verification).toMatchObject({ outcome: "done" });
  });
});

describe("/plan --gaps", () => {
  it("has tasks planned for what is not met, as an edit of the plan", () => {
    const after = ask(unverified(), commented("/plan --gaps"));
    expect(notices(after)).toEqual([{ type: "gaps-planned", criteria: ["T01.2"] }]);
    expect(after.plan).toMatchObject({
      revision: { by: "mia", gaps: true },
      feedback: [{ type: "unmet", id: "T01.2", text: "It has a test.", evidence: "there is none" }],
    });
    expect(jobs(after)).toEqual(["plan dispatched"]);
    expect(after).toMatchObject({ phase: "executing", tasks: { T01: { status: "completed" } } });
    expect(after).not.toHaveProperty("trouble");
  });

  it("waits for the tasks that it proposed: nothing is verified meanwhile", () => {
    const asked = quiet(ask(unverified(), commented("/plan --gaps")));
    expect(jobs(ask(asked, commented("/resume")))).not.toContain("verify dispatched");
    expect(notices(ask(asked, commented("/plan --gaps")))).toEqual([
      { type: "revision-under-way", by: "mia" },
    ]);
  });

  it.each<[string, Track]>([
    ["nothing was verified", verifying()],
    [
      "a command failed",
      quiet(ask(verifying(), jobFailed({ kind: "verify" }, { outcome: "checks-failed" }))),
    ],
    ["it is verified again", quiet(ask(unverified(), commented("/resume")))],
  ])("has nothing to plan where %s", (_, track) => {
    const after = ask(track, commented("/plan --gaps"));
    expect(notices(after)).toEqual([{ type: "no-gaps" }]);
    expect(after.plan.revision).toBeUndefined();
  });

  it("is no wish for a plan where there is no track", () => {
    expect(commented("/plan --gaps").commands).toEqual([{ type: "plan", gaps: true }]);
    expect(commented("/plan —gaps").commands).toEqual([{ type: "plan", gaps: true }]);
    expect(commented("/plan --gaps now").mistakes).toMatchObject([{ type: "too-much" }]);
  });
});
