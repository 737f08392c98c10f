import { type Drivers, placeOf, refused } from "./visitor.ts";

/** What an App and anyone may ask about themselves. */
export async function driveApp(drivers: Drivers): Promise<void> {
  const { apps } = drivers.app.rest;
  await apps.getAuthenticated();
  const { data: installations } = await apps.listInstallations();
  const installation_id = installations[0]?.id as number;
  await apps.getInstallation({ installation_id });
  await apps.getWebhookConfigForApp();
  await apps.listWebhookDeliveries();
  await drivers.maintainer.rest.apps.getBySlug({ app_slug: "gsd" }).catch(() => undefined);
  await drivers.maintainer.rest.meta.get();
  await apps.getRepoInstallation(placeOf(drivers));
  await apps.createInstallationAccessToken({ installation_id });
  await apps.createInstallationAccessToken({
    installation_id,
    repositories: [drivers.repo],
    permissions: { contents: "read" },
  });
  await drivers.installation.rest.apps.listReposAccessibleToInstallation();
  await drivers.maintainer.rest.rateLimit.get();
  await drivers.maintainer.rest.users.getAuthenticated();
  await drivers.maintainer.rest.users.getByUsername({ username: drivers.owner });
  const { apps: ofPerson } = drivers.signedIn.rest;
  await ofPerson.listInstallationsForAuthenticatedUser();
  await ofPerson.listInstallationReposForAuthenticatedUser({ installation_id });
  await drivers.giveBack();
  await drivers.installation.rest.apps.revokeInstallationAccessToken();
  await refused(401, drivers.maintainer.rest.apps.getAuthenticated());
}
