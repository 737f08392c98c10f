/** What a runner's owner may say about registries, for every repository that runs there. */
const names =
  /^(npm_config_registry|yarn_npm_registry_server|corepack_npm_registry|pip_index_url|pip_extra_index_url|goproxy|gosumdb|gonosumdb|goprivate)$/i;

/** The runner's own settings of package managers, for the setup; an address with credentials stays outside. */
export function registryEnvironment(host: Record<string, string | undefined>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(host)) {
    if (names.test(name) && value !== "" && !value.includes("@")) found[name] = value;
  }
  return found;
}
