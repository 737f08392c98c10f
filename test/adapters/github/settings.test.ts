import { describe, expect, it } from "vitest";
import { connectSettings } from "../../../adapters/github/connect-settings.ts";
import { aForge, SHOP, shop } from "../../forge/a-forge.ts";

describe("the secrets of a repository", () => {
  it("are all listed, also more than one answer holds", async () => {
    await using forge = await aForge();
    const names = Array.from({ length: 120 }, (_, at) => `KEY_${at}`);
    forge.settings(shop, { organizationSecrets: names });
    const token = forge.createUserToken("octo");
    const { settings } = connectSettings(
      { apiUrl: forge.urls.api, token },
      { owner: SHOP.owner, name: SHOP.repo },
    );
    expect(await settings.secrets()).toEqual(names);
  });
});
