import { readFileSync } from "node:fs";
import { report } from "./report.js";

const [file] = process.argv.slice(2);
const entries = JSON.parse(readFileSync(file, "utf8"));
for (const { category, total } of report(entries)) console.log(`${category}: ${total}`);
