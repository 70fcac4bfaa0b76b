/** English texts of the error pages. */
export const errors = {
  "errors.notFound.title": "There is no page at this address",
  "errors.notFound.text": "It may have moved, or the link may be mistyped. Your cart is safe.",
  "errors.notFound.seeProducts": "See all products",
  "errors.notFound.popular": "Popular products",
  "errors.failed.title": "This page did not load",
  "errors.failed.text": "The fault is ours and it has been reported. Your cart is safe.",
  "errors.away.title": "We will be right back",
  "errors.away.text": "The shop is temporarily unavailable. Nothing is lost. Please try again in a minute.",
  "errors.failed.number": "Number for support:",
  "errors.failed.again": "Try again",
  "errors.failed.home": "Go to the home page",
} as const;
