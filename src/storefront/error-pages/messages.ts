/** English texts of the error pages. */
export const errors = {
  "errors.notFound.title": "Page not found",
  "errors.notFound.text": "The page may have moved, or the link may be wrong. Your cart is safe.",
  "errors.notFound.seeProducts": "See all products",
  "errors.notFound.popular": "Popular products",
  "errors.failed.title": "This page did not load",
  "errors.failed.text": "Something went wrong on our side. We have been notified. Your cart is safe.",
  "errors.request.title": "This request did not work",
  "errors.request.text":
    "The shop could not read what was sent: the link may be damaged, or the form too long. Nothing has changed. Your cart is safe.",
  "errors.away.title": "We will be right back",
  "errors.away.text": "The shop is temporarily unavailable. Nothing is lost. Please try again in a minute.",
  "errors.failed.number": "Support reference:",
  "errors.failed.again": "Try again",
  "errors.failed.home": "Go to the home page",
} as const;
