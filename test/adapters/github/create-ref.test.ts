import { expect, it } from "vitest";
import { createLedger } from "../../../adapters/ledger/create-ledger.ts";
import { aForge, commitFile } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

it("names a user's branch `gsd`, which leaves no room for the ledger and for tracks", async () => {
  await using forge = await aForge();
  await commitFile(forge.as("ada"), "gsd", "notes.md", "mine\n");
  const github = aGitHub(forge);
  const said = (branch: string) =>
    `The branch \`gsd\` is in the way: git cannot keep \`${branch}\` beside it. Rename or delete \`gsd\`, then try again.`;
  await expect(createLedger(github).create()).rejects.toMatchObject({ message: said("gsd/ledger") });
  const head = (await github.ref("heads/main")) ?? "";
  await expect(github.createRef("heads/gsd/1-csv", head)).rejects.toMatchObject({
    message: said("gsd/1-csv"),
  });
});
