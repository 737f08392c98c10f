import type { LineCheck } from "./line-check.ts";

/** Where packages are fetched from. */
export const registries: readonly LineCheck[] = [
  {
    class: "supply",
    danger: "high",
    files:
      /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pip\.conf|\.cargo\/config(?:\.toml)?|pnpm-workspace\.yaml|go\.env|uv\.toml|pyproject\.toml|Pipfile|(?:[\w.-]{0,60}-)?requirements[\w.-]{0,60}\.(?:txt|in)|(?:Docker|Container|Make|make)file[^/]{0,60})$|\.(?:sh|bash|ya?ml)$/,
    pattern:
      /(?:^|[\s:@"'])(?:registry|npmRegistryServer|(?:extra-)?index-url|find-links|trusted-host|replace-with|no-?sumdb|GOPROXY|GONOSUMDB|GONOSUMCHECK|GOINSECURE|GOFLAGS|PIP_(?:EXTRA_)?INDEX_URL|(?:npm|NPM)_(?:config|CONFIG)_(?:registry|REGISTRY)|UV_(?:EXTRA_)?INDEX_URL)\s{0,5}(?:[:=]|\s)\s{0,5}["']?(?:https?:|-insecure|\/\/|[\w.-]{1,100}\.[a-z]{2,10}\b)|^\s{0,20}--(?:extra-)?index-url\b|^\s{0,20}\[\[tool\.(?:poetry|pdm)\.source\]\]|^\s{0,20}\[\[(?:tool\.uv\.)?(?:index|source)\]\]/,
    message: "This changes where packages are fetched from. A person has to know why.",
  },
];
