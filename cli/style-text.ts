/** Node's own. An `import` of node:util makes all that it has, which takes a tenth of the whole start. */
export const { styleText } = process.getBuiltinModule("node:util");
