/** Where each kind lies: with us, and in a repository. */
export const libraryFolders = {
  agents: { shipped: "agents", own: ".gsd/agents" },
  skills: { shipped: "agents/skills", own: ".gsd/skills" },
  recipes: { shipped: "agents/recipes", own: ".gsd/recipes" },
  rules: { shipped: "rules", own: ".gsd/rules" },
} as const;
