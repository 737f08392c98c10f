/** Folders whose files are tests, or belong to some. */
const testFolders =
  /(^|\/)(tests?|__tests?__|spec|e2e|integration[-_]tests?|testdata|__snapshots__|cypress)\//i;

/** How people call a file of tests, in any language. */
const testNames = [
  /\.(test|spec|cy|e2e)\.[^./]+$/i,
  /[-_.](tests?|spec)\.[^./]+$/i,
  /(^|\/)tests?[-_.][^/]*\.[^./]+$/i,
  /(^|\/)tests?\.[^./]+$/i,
  /[a-z0-9](Tests?|Spec|IT)\.(java|kt|kts|scala|groovy|cs|fs|vb|swift|php|m|mm|cpp|dart)$/,
  /(^|\/)(conftest\.py|spec_helper\.rb|rails_helper\.rb)$/,
];

const prose = /\.(md|markdown|rst|adoc|txt)$/i;

/** Whether a file is a test, or belongs to tests: fixtures, helpers, snapshots. */
export function isTestPath(path: string): boolean {
  if (testNames.some((name) => name.test(path)) && !prose.test(path)) return true;
  return testFolders.test(path);
}

/** Data in a folder of tests: it holds no test of its own. */
const data =
  /\.(md|markdown|rst|adoc|txt|json|jsonl|ya?ml|toml|xml|html?|css|csv|tsv|snap|lock|svg|png|jpe?g|gif|webp|pdf|zip|gz|tar|bin|sql|env|ini|cfg|conf)$/i;

export function isData(path: string): boolean {
  return data.test(path) || !/\.[^./]+$/.test(path);
}
