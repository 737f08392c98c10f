import { describe, expect, it } from "vitest";
import type { PermissionRule } from "../../core/model/config/permissions.ts";
import { createFileGate } from "../../core/permissions/file-gate.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import type { Reply } from "../model-api/reply.ts";
import { install, type RunOptions, runSample } from "./run-sample.ts";
import { samples } from "./samples.ts";

const answer: Reply = { type: "json", value: { summary: "Said hello." } };
const files = { "src/a.txt": "one\n", "secrets/key.txt": "canary-9c2e\n", "infra/main.tf": "two\n" };

function rule(
  scope: PermissionRule["scope"],
  words: string,
  decision: PermissionRule["decision"],
): PermissionRule {
  const [action = "*", pattern = "*"] = words.split(" ");
  return { scope, action: action as PermissionRule["action"], pattern, decision };
}

/** What a CLI tells its model of a call that it refuses. */
const refusal =
  /denied|permission|not (found|available|allowed|exist|defined|a function)|unavailable|unsupported|unknown|no such tool|blocked|policy|TypeError/i;

for (const sample of samples) {
  const { engine, whyNot } = await install(sample.engine);
  const run = (script: Reply[], permissions: PermissionRule[], more: RunOptions = {}) =>
    runSample(engine!, sample, script, { permissions, tree: aWorkTree(files), ...more });
  /** What the model was told of its last call. */
  const heard = ({ requests }: Awaited<ReturnType<typeof run>>) => requests.at(-1)?.text ?? "";
  const { write, shell, read } = sample.tools;

  describe.skipIf(!engine)(`${sample.engine}${whyNot}`, () => {
    it("works as before where no rule is about what it does", async () => {
      const rules = [
        rule("file", "write infra/**", "deny"),
        rule("file", "read secrets/**", "deny"),
        rule("command", "run tac", "deny"),
      ];
      const ran = await run([sample.edit, shell("cat src/a.txt"), answer], rules);
      expect(ran.manifest).toMatchObject({ outcome: "done", changes: [{ path: "src/hello.txt" }] });
      expect(heard(ran)).toContain("one");
    });

    it("does not get its shell where rules keep that from it", async () => {
      const { manifest, ...ran } = await run(
        [shell("echo ran >ran.txt"), sample.edit, answer],
        [rule("tool", "use shell", "deny")],
      );
      expect(manifest.changes.map(({ path }) => path)).not.toContain("ran.txt");
      expect(ran.requests[1]?.text).toMatch(refusal);
    });

    it("does not run a program that is kept from it, by whatever name", async () => {
      const ran = await run(
        [shell("tac src/a.txt >ran.txt"), shell("/usr/bin/tac src/a.txt >ran.txt; rm -f ran.txt"), answer],
        [rule("command", "run tac", "deny")],
        { answer: "change" },
      );
      const told = ran.requests.map(({ text }) => text).join("\n");
      expect(told).toMatch(refusal);
      expect(ran.manifest.changes.filter((change) => "size" in change && change.size > 0)).toEqual([]);
    });

    it("reads nothing that is hidden, neither with a tool nor with its shell", async () => {
      const script = [
        ...(read ? [read("secrets/key.txt")] : []),
        shell("cat secrets/*; git show HEAD:secrets/key.txt"),
      ];
      const ran = await run([...script, sample.edit, answer], [rule("file", "read secrets/**", "deny")]);
      expect(ran.manifest.outcome).toBe("done");
      expect(ran.requests.map(({ text }) => text).join("\n")).not.toContain("canary-9c2e");
    });

    it("changes nothing that is kept from it by its own settings; what Codex changes, the gate refuses", async () => {
      const rules = [rule("file", "write infra/**", "deny")];
      const { manifest } = await run([write("infra/new.tf", "x"), sample.edit, answer], rules);
      const refuse = createFileGate({ rules, decided: [], mayAsk: false });
      const passing = manifest.changes.filter((change) => refuse(change) === undefined);
      expect(passing.map(({ path }) => path)).toEqual(["src/hello.txt"]);
      if (sample.engine !== "codex") expect(manifest.changes).toEqual(passing);
    });

    it("stops and asks for a file that takes a person's leave, however it was written", async () => {
      const ran = await run(
        [shell("mkdir -p infra; echo x >infra/new.tf"), answer],
        [rule("file", "write infra/**", "ask")],
      );
      expect(ran.manifest).toMatchObject({ outcome: "asked", changes: [] });
    });
  });
}
