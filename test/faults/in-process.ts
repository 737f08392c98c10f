import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RepoName, WorkflowEvent } from "../../local/actions-port.ts";
import { createPerson, type Person } from "../../local/demo/person.ts";
import { createForge, type Forge } from "../../local/forge/create-forge.ts";
import { createMortals, type Mortals } from "./mortals.ts";
import { playRun, startsRun } from "./play-run.ts";

/** The whole of gsd in this process: a real forge, real loops over real HTTP, and processes that can die. */
export interface Stage {
  forge: Forge;
  repo: RepoName;
  mortals: Mortals;
  maintainer: Person;
  /** Resolves when no event is on its way and no run is left. */
  idle(): Promise<void>;
  /** Moves the clock past every lease and deadline, then lets the schedule wake gsd up. */
  tick(hours?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const stub = readFileSync(
  fileURLToPath(new URL("../../cli/templates/gsd-action.yml", import.meta.url)),
  "utf8",
);
const files = {
  "README.md": "# Tally\n",
  ".github/workflows/gsd.yml": stub,
  ".github/gsd.yml": "version: 1\nengine: script\nscript: none\nsandbox: off\n",
  "specs/report/spec.md": "# report\n\n## Totals\n\n- WHEN entries are reported\n- THEN each has its total\n",
};

export async function createStage(): Promise<Stage> {
  const clock = createClock();
  const forge = await createForge({ now: clock.now });
  forge.createUser({ login: "acme", type: "Organization" });
  const repo = forge.createRepository({ owner: "acme", name: "tally", files });
  forge.addCollaborator(repo, "maintainer", "admin");
  const mortals = createMortals(forge, { repo, now: clock.now });
  const runs = createQueue((event: WorkflowEvent) => playRun({ forge, repo, mortals }, event));
  forge.actions.onEvent((event) => {
    if (startsRun(event)) runs.push(event);
  });
  const idle = async () => {
    do await runs.drained();
    while (!forge.workflowEvents.isCalm());
  };
  return {
    forge,
    repo,
    mortals,
    maintainer: createPerson(
      { forge, repo, tokens: { maintainer: forge.createUserToken("maintainer") } },
      "maintainer",
    ),
    idle,
    async tick(hours = 2) {
      clock.advance(hours * 3_600_000);
      forge.tick(repo, "17 * * * *");
      await idle();
    },
    [Symbol.asyncDispose]: () => forge.close(),
  };
}

/** Starts at the same instant every time, so that dates in file names are the same, and goes on as time does. */
function createClock() {
  const start = Date.parse("2026-03-02T09:00:00Z") - performance.now();
  let ahead = 0;
  return {
    now: () => new Date(start + performance.now() + ahead),
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
}

/** One run after the other: then the K-th request of a story is the same one every time. */
function createQueue<T>(work: (item: T) => Promise<void>) {
  const waiting: T[] = [];
  let working: Promise<void> | undefined;
  const workOff = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    working = undefined;
  };
  return {
    push(item: T) {
      waiting.push(item);
      working ??= workOff();
    },
    /** Events come a moment after the request that caused them. */
    async drained() {
      for (let quiet = 0; quiet < 3; quiet += 1) {
        if (working) quiet = 0;
        await working;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
