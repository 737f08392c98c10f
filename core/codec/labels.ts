/** On an issue whose track waits for answers. */
export const needsInputLabel = "gsd:needs-input";

/** Asks for one task and one pull request, without a plan. */
export const quickLabel = "gsd:quick";

/** Lets gsd choose the way by the size of the issue. */
export const goLabel = "gsd";
