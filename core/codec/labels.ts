/** On an issue whose track waits for answers. */
export const needsInputLabel = "gsd:needs-input";
