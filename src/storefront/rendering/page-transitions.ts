/**
 * Allows transitions between pages that both contain it. In the page itself, because Chromium may show a page before it has read
 * the rule in a style sheet that has just arrived, and then reports an error that no script can catch.
 */
export const pageTransitions = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
