/** How a comment with questions is told from others at a glance; the stub looks for the same. */
export const formMark = "<!-- gsd:form ";

/** The same for the dashboard. */
export const dashboardMark = "<!-- gsd:dashboard ";

/** The same for reviews of ours. */
export const reviewMark = "<!-- gsd:review ";
