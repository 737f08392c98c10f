/** On an issue whose track waits for answers. */
export const needsInputLabel = "gsd:needs-input";

/** Asks for one task and one pull request, without a plan. */
export const quickLabel = "gsd:quick";

/** Lets gsd choose the way by the size of the issue. */
export const goLabel = "gsd";

/** Puts an issue into the backlog that the nightly run works off, where the configuration names no other label. */
export const backlogLabel = "gsd:backlog";
