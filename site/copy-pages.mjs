import { cpSync, rmSync } from "node:fs";

// The site is built from what stands in `docs/` now.
const pages = new URL("pages", import.meta.url);
rmSync(pages, { recursive: true, force: true });
cpSync(new URL("../docs", import.meta.url), pages, { recursive: true });
