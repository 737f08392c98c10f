import { describe, expect, it } from "vitest";
import { isOurVoice, workflowVoice } from "../../loop/is-our-voice.ts";

const by = (login: string, bot = true) => ({ id: 7, login, bot });

describe("a comment with our marker", () => {
  it("is ours where it is by what gsd speaks by, and by no other App", () => {
    const ports = { voices: [workflowVoice, "our-gsd[bot]"] };
    const logins = ["our-gsd[bot]", "github-actions[bot]", "github-actions-[bot]", "other[bot]"];
    expect(logins.map((login) => isOurVoice(ports, by(login)))).toEqual([true, true, false, false]);
  });

  it("is never a person's", () => {
    expect(isOurVoice({ voices: ["mia"] }, by("mia", false))).toBe(false);
    expect(isOurVoice({}, by("mia", false))).toBe(false);
  });

  it("may be any App's where nobody knows how ours is called", () => {
    expect(isOurVoice({}, by("other[bot]"))).toBe(true);
  });
});
