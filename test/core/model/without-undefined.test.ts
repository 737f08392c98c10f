import { expect, it } from "vitest";
import { withoutUndefined } from "../../../core/model/without-undefined.ts";

it("drops keys that hold nothing, and keeps those that hold zero, false or an empty text", () => {
  const value = { none: undefined, zero: 0, no: false, empty: "", nothing: null };
  expect(withoutUndefined(value)).toStrictEqual({ zero: 0, no: false, empty: "", nothing: null });
});
