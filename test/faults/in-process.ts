import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RepoName, WorkflowEvent } from "../../local/actions-port.ts";
import { createPerson, type Person } from "../../local/demo/person.ts";
import { createForge, type Forge } from "../../local/forge/create-forge.ts";
import { type Mode, readStubs } from "../../local/render-stub.ts";
import { startAppHere } from "./an-app.ts";
import { createFeed, type Feed } from "./feed.ts";
import { createMortals, type Mortals } from "./mortals.ts";
import { playRun, type Theatre } from "./play-run.ts";

/** The whole of gsd in this process: a real forge, real loops over real HTTP, and processes that can die. */
export interface Stage {
  forge: Forge;
  repo: RepoName;
  mortals: Mortals;
  people: Record<"maintainer" | "writer" | "visitor", Person>;
  /** The App's process, where there is one. */
  app: Awaited<ReturnType<typeof startAppHere>> | undefined;
  /** Events on their way to runs of the stub. */
  feed: Feed;
  /** Resolves when no event is on its way and no run is left. */
  idle(): Promise<void>;
  /** Lets time pass, and nothing else. */
  pass(minutes: number): void;
  /** Moves the clock past every lease and deadline, then lets gsd tick: by its schedule, or by the App's own clock. */
  tick(hours?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const files = {
  "README.md": "# Tally\n",
  ".github/gsd.yml": "version: 1\nengine: script\nscript: none\nsandbox: off\n",
  "specs/report/spec.md": "# report\n\n## Totals\n\n- WHEN entries are reported\n- THEN each has its total\n",
};

export async function createStage(mode: Mode, { disturb }: Pick<Theatre, "disturb"> = {}): Promise<Stage> {
  const clock = createClock();
  const { now } = clock;
  // Hundreds of stories a run: in memory where there is such a place.
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gsd-stage-"));
  const forge = await createForge({ now, folder });
  const repo = createRepository(forge, mode);
  const mortals = createMortals(forge, { repo, now });
  const theatre: Theatre = disturb ? { forge, repo, mortals, disturb } : { forge, repo, mortals };
  const feed = createFeed(theatre, mode, (event: WorkflowEvent) => playRun(theatre, event));
  const say = (message: string, fields?: object) =>
    mortals.log.push(`app: ${message} ${JSON.stringify(fields ?? {})}`);
  const app = mode === "app" ? await startAppHere(forge, { repo, now, say }) : undefined;
  const idle = async () => {
    for (let before = -1; before !== forge.stats().requests; ) {
      before = forge.stats().requests;
      await app?.idle();
      await feed.idle();
    }
  };
  return {
    forge,
    repo,
    mortals,
    people: createPeople(forge, repo),
    app,
    feed,
    idle,
    pass: (minutes) => clock.advance(minutes * 60_000),
    async tick(hours = 2) {
      clock.advance(hours * 3_600_000);
      if (app) app.tickAll();
      else forge.tick(repo, "17 * * * *");
      await idle();
    },
    async [Symbol.asyncDispose]() {
      app?.stop();
      await forge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createRepository(forge: Forge, mode: Mode): RepoName {
  const stubs = readStubs(fileURLToPath(new URL("../..", import.meta.url)), mode);
  forge.createUser({ login: "acme", type: "Organization" });
  return forge.createRepository({ owner: "acme", name: "tally", files: { ...files, ...stubs } });
}

function createPeople(forge: Forge, repo: RepoName): Stage["people"] {
  forge.addCollaborator(repo, "maintainer", "admin");
  forge.addCollaborator(repo, "writer", "write");
  const login = (role: string) => {
    forge.createUser({ login: role });
    return createPerson({ forge, repo, tokens: { [role]: forge.createUserToken(role) } }, role);
  };
  return { maintainer: login("maintainer"), writer: login("writer"), visitor: login("visitor") };
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
