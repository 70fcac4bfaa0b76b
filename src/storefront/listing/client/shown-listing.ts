/** The address of the listing on the page, path and query: other than the window's after a step back. */
export const shown = { address: "" };
