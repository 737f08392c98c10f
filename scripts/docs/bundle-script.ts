import { rolldown } from "rolldown";

/** What runs in a browser, with all that it imports, as a module that carries it as a string: pages read no file. */
export async function bundleScript(root: string, entry: string): Promise<string> {
  const bundle = await rolldown({
    input: `${root}${entry}`,
    platform: "browser",
    cwd: root,
    // Nothing of ours does anything when it is only imported, so what is not used goes.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
  await bundle.close();
  const code = output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  return `// Made from ${entry} by scripts/generate-docs.ts.\nexport const script = ${JSON.stringify(code)};\n`;
}
