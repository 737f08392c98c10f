/**
 * Writes `test/contract/generated/contract.json` from GitHub's own descriptions, for what `test/contract/routes.json` lists.
 *
 *     node scripts/extract-contract.ts                 make it anew
 *     node scripts/extract-contract.ts --from RECORD   first add to the list what a forge's record used
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contract, ContractList } from "../test/contract/contract.ts";
import { loadDescriptions } from "../test/contract/extract/descriptions.ts";
import { extendList } from "../test/contract/extract/extend-list.ts";
import { extractContract } from "../test/contract/extract/extract-contract.ts";
import { parseRecord } from "../test/contract/record.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const listFile = join(root, "test/contract/routes.json");
const contractFile = join(root, "test/contract/generated/contract.json");

const [flag, recordFile] = process.argv.slice(2);
if (flag !== undefined && (flag !== "--from" || !recordFile)) {
  console.error("usage: node scripts/extract-contract.ts [--from RECORD]");
  process.exit(2);
}

let list: ContractList = JSON.parse(await readFile(listFile, "utf8"));
if (recordFile) {
  const { list: longer, added } = extendList(list, parseRecord(await readFile(recordFile, "utf8")));
  list = longer;
  for (const name of added) console.log(`added ${name}`);
  await writeFile(listFile, `${JSON.stringify(list, null, 2)}\n`);
}
const contract: Contract = extractContract(await loadDescriptions(join(root, ".cache/contract")), list);
const text = formatContract(contract);
await mkdir(dirname(contractFile), { recursive: true });
await writeFile(contractFile, text);
console.log(
  `${contractFile}: ${Object.keys(contract.rest).length} routes, ${Object.keys(contract.webhooks).length} webhooks, ${Math.round(text.length / 1024)} KB`,
);

/** One line per entry: small, and still a diff that a person can read. */
function formatContract(value: Contract): string {
  const sections = Object.entries(value).map(([key, section]) => {
    const lines = Object.entries(section).map(
      ([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`,
    );
    return `${JSON.stringify(key)}:{\n${lines.join(",\n")}\n}`;
  });
  return `{\n${sections.join(",\n")}\n}\n`;
}
