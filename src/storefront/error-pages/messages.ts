/** English texts: what went wrong, and the way on. */
export const errors = {
  "errors.notFound.title": "There is no page at this address",
  "errors.notFound.text": "It may have moved, or the link has a slip in it. Nothing in your cart is lost.",
  "errors.notFound.seeProducts": "See all products",
  "errors.notFound.popular": "What most people came for",
  "errors.failed.title": "This page did not load",
  "errors.failed.text": "The fault is ours and it has been reported. Your cart is safe.",
  "errors.away.title": "We are back in a moment",
  "errors.away.text":
    "The shop cannot reach its books just now. Nothing is lost, and what you sent can be sent again: please try again in a minute.",
  "errors.failed.number": "Number for support:",
  "errors.failed.again": "Try again",
  "errors.failed.home": "Go to the home page",
} as const;
