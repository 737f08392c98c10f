import { defineConfig } from "vitepress";
import packageJson from "../../package.json" with { type: "json" };
import { asOnGitHub } from "../as-on-github.ts";
import { readContents } from "../read-contents.ts";

const repository = packageJson.repository.url.replace(/^git\+|\.git$/g, "");
const groups = readContents(new URL("../../docs/README.md", import.meta.url));

/** The pages of `docs/` as a site; they are written for GitHub first, and read the same on both. */
export default defineConfig({
  title: "gsd",
  description: packageJson.description,
  // A copy of `docs/`, made by `npm run pages`: what pages are made of is looked for beside them.
  srcDir: "pages",
  outDir: "../dist/site",
  // Where the site lies: a project's own site on GitHub Pages is below its name.
  base: process.env["SITE_BASE"] ?? "/gsd/",
  cleanUrls: true,
  rewrites: { "README.md": "index.md", ":folder/README.md": ":folder/index.md" },
  vite: { build: { chunkSizeWarningLimit: 1_000 } },
  markdown: { config: (markdown) => asOnGitHub(markdown, repository) },
  themeConfig: {
    search: { provider: "local" },
    sidebar: groups.map(({ title, pages }) => ({ text: title, items: pages })),
    nav: [
      { text: "Tour", link: "/tour" },
      { text: "Install", link: "/install" },
      { text: "Commands", link: "/commands" },
      { text: "Configuration", link: "/configuration" },
    ],
    outline: [2, 3],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Edit this page on GitHub" },
    socialLinks: [{ icon: "github", link: repository }],
    footer: { message: "Released under the MIT License." },
  },
});
