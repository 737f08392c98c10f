import { describe, expect, it } from "vitest";
import { tokenRefusals } from "../../../core/model/access.ts";
import { ciAtOnce, ciLine, ciWaits } from "../../../core/render/ci.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { aTrack } from "../../builders/a-track.ts";

const trusting = (track = aTrack()) => ({ ...track, config: { ...track.config, ci: "trusted" as const } });

describe("what people are told of how CI starts", () => {
  it("is nothing where a person starts it", () => {
    expect(ciLine(undefined)).toBe("");
    expect(renderSticky(aTrack())).not.toMatch(/CI runs at once|CI waits/);
  });

  it("is in every progress comment where it is trusted", () => {
    expect(ciLine({ type: "at-once" })).toContain(ciAtOnce);
    expect(renderSticky(trusting())).toContain(`**${ciAtOnce}**`);
  });

  it.each(tokenRefusals)("says why it waits all the same (%s), and not that it runs", (why) => {
    expect(ciWaits(why)).toMatch(
      new RegExp(`: \\S.* \\(\`${why}\`\\)\\. Look at the change and press .*\\.$`),
    );
    const text = renderSticky({ ...trusting(), ciWaits: why });
    expect(text).toContain(`> [!WARNING]\n> ${ciWaits(why)}`);
    expect(text).not.toContain(ciAtOnce);
  });
});
