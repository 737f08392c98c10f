import module from "node:module";

// @actions/workflow-parser imports JSON without an attribute, which plain Node refuses. A bundle and vitest resolve it themselves.
module.registerHooks?.({
  load(url, context, next) {
    const bare = url.endsWith(".json") && context.importAttributes?.["type"] === undefined;
    return next(url, bare ? { ...context, importAttributes: { type: "json" } } : context);
  },
});
