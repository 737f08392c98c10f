import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mustRepo } from "../../local/forge/state/world.ts";
import { aForge, shop } from "../forge/a-forge.ts";
import { createShaHider, shasOf } from "./hide-shas.ts";

/** A text whose blob begins with letters only, as about one sha in a thousand does. */
function textOfLetters(): string {
  const shaOf = (text: string) => createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
  for (let count = 0; ; count += 1) if (/^[a-f]{7}/.test(shaOf(String(count)))) return String(count);
}

describe("the shas of a world", () => {
  it("are hidden, whole and shortened, also when they have no digit", async () => {
    await using forge = await aForge();
    const { git } = mustRepo(forge.world, shop);
    const letters = git.objects.write("blob", textOfLetters());
    const commit = git.refs.get("refs/heads/main") ?? "";
    const hide = createShaHider(shasOf(forge.world));
    expect(letters.slice(0, 7)).toMatch(/^[a-f]{7}$/);
    expect(hide(`ready at ${letters.slice(0, 7)}, (${commit.slice(0, 12)}) and ${commit}.`)).toBe(
      "ready at <sha>, (<sha>) and <sha>.",
    );
  });

  it("are told from words and numbers that only look like one", async () => {
    await using forge = await aForge();
    const text = "defaced 1234567 facade0 0123456789abcdef0123456789abcdef01234567";
    expect(createShaHider(shasOf(forge.world))(text)).toBe(text);
    expect(createShaHider([`dbaebbc${"0".repeat(33)}`])("dbaebbc defaced dbaebbc1")).toBe(
      "<sha> defaced dbaebbc1",
    );
  });
});
