/**
 * Every place that foreign words can get to has its function here: what agents, commands, strangers and GitHub say goes through one
 * of them before we post, commit or print it. `test/core/render/every-word.test.ts` holds the renderers to that.
 */
export { block, codeBlock } from "./places/block.ts";
export { cell, code, codeCell, inline } from "./places/inline.ts";
export { logLine, logLines, title } from "./places/plain.ts";
