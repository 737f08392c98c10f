import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../core/model/parse-config.ts";
import type { Track } from "../../../core/model/track.ts";
import { ciStart } from "../../../core/trust/ci-start.ts";
import { type Claims, readClaims } from "../../../core/trust/claims.ts";
import { judgeClaims, type TrustPolicy } from "../../../core/trust/judge-claims.ts";
import { judgeJob } from "../../../core/trust/judge-job.ts";
import { aTrack, now, sha } from "../../builders/a-track.ts";

const pin = sha("9");
const claims: Claims = {
  repository: "acme/tally",
  repository_id: "7",
  event_name: "workflow_dispatch",
  ref: "refs/heads/main",
  workflow_ref: "acme/tally/.github/workflows/gsd.yml@refs/heads/main",
  job_workflow_ref: `gsd/gsd/.github/workflows/gsd-job.yml@${pin}`,
  job_workflow_sha: pin,
  run_id: "900",
  run_attempt: "1",
  runner_environment: "github-hosted",
};
const policy: TrustPolicy = { workflows: [{ repository: "GSD/gsd" }], runners: "github-hosted" };

describe("a job that asks for a token", () => {
  it("is read strictly: what is missing or odd makes the whole of it nothing", () => {
    expect(readClaims({ ...claims, more: 1 })).toMatchObject(claims);
    for (const name of Object.keys(claims)) {
      expect(readClaims({ ...claims, [name]: undefined }), name).toBeUndefined();
      expect(readClaims({ ...claims, [name]: 7 }), name).toBeUndefined();
    }
    expect(readClaims(null)).toBeUndefined();
    expect(readClaims({ ...claims, repository: "a/b/c" })).toBeUndefined();
    expect(readClaims({ ...claims, run_id: "0" })).toBeUndefined();
  });

  it("has to be gsd's own file, at any commit or at one that the operator names", () => {
    const judge = (sha?: string) =>
      judgeClaims(claims, {
        ...policy,
        workflows: [sha ? { repository: "gsd/gsd", sha } : { repository: "gsd/gsd" }],
      });
    expect(judgeClaims(claims, policy)).toBeUndefined();
    expect(judge()).toBeUndefined();
    expect(judge(pin)).toBeUndefined();
    expect(judge(sha("8"))).toBe("workflow");
    expect(judgeClaims(claims, { ...policy, workflows: [] })).toBe("workflow");
  });

  it("may be on a machine of one's own only where the operator says so", () => {
    const own: Claims = { ...claims, runner_environment: "self-hosted" };
    expect(judgeClaims(own, policy)).toBe("runner");
    expect(judgeClaims(own, { ...policy, runners: "any" })).toBeUndefined();
  });

  it.each(["issues", "issue_comment", "workflow_run", "status"])(
    "may come from the event %s",
    (event_name) => {
      expect(judgeClaims({ ...claims, event_name }, policy)).toBeUndefined();
    },
  );
});

const job = {
  issue: 42,
  kind: "plan" as const,
  attempt: 1,
  state: "claimed" as const,
  run: { id: 900, attempt: 1 },
  base: { branch: "main", sha: sha("1") },
  deadline: now,
};
const key = "42/plan/-/1";

function judge(track: Track | undefined, text = "ci: trusted") {
  const config = parseConfig(text);
  const facts = { defaultBranch: "main", config, track, workflow: "gsd.yml" };
  return judgeJob({ key, claims, now }, facts);
}

describe("the ledger's word on it", () => {
  it("is yes for a job that this try of this run holds, and it is written down", () => {
    const judgement = judge(aTrack({ jobs: [job] }));
    expect(judgement).toMatchObject({ ok: true, track: { jobs: [{ ...job, token: now }] } });
    if (judgement.ok) expect(judge(judgement.track)).toEqual({ ok: false, why: "again" });
  });

  it("is no for a job that is gone, dropped, not sent out yet, or another's", () => {
    const no = { ok: false, why: "job" };
    expect(judge(undefined)).toEqual(no);
    expect(judge(aTrack({ jobs: [] }))).toEqual(no);
    expect(judge(aTrack({ jobs: [], leaving: [job] }))).toEqual(no);
    expect(judge(aTrack({ jobs: [{ ...job, state: "dispatched", batch: 1 }] }))).toEqual(no);
    expect(judge(aTrack({ jobs: [{ ...job, run: { id: 901, attempt: 1 } }] }))).toEqual(no);
    expect(judge(aTrack({ jobs: [{ ...job, run: { id: 900, attempt: 2 } }] }))).toEqual(no);
  });

  it("does not matter where the configuration is silent, says no, or cannot be read", () => {
    for (const text of ["", "ci: manual", "ci: yes", "{"])
      expect(judge(aTrack({ jobs: [job] }), text), text).toEqual({ ok: false, why: "config" });
  });
});

describe("how CI starts", () => {
  it("is told only where it is trusted, or was for this very result", () => {
    const refused = { by: "workflow", because: "unreachable" } as const;
    expect(ciStart({ ci: "manual" }, refused)).toBeUndefined();
    expect(ciStart({ ci: "trusted" }, refused)).toEqual({ type: "waits", why: "unreachable" });
    expect(ciStart({ ci: "trusted" }, { by: "workflow", because: "config" })).toBeUndefined();
    expect(ciStart({ ci: "manual" }, { by: "app" })).toEqual({ type: "at-once" });
  });
});
