/** English texts of page titles, and texts for scripts. */
export const pages = {
  "pages.viewCart": "View cart",
  "pages.chooseOptions": "Choose options",
  "pages.chooseState": "Choose an option",
  "pages.noMatches": "No matches found",
  "pages.required": "required",
  "pages.undo": "Undo?",
  "pages.orderReceived": "Order received",
  "pages.passwordShow": "Show password",
  "pages.passwordHide": "Hide password",
  "pages.checkoutFailed": "Your order could not be sent. Please check your connection and try again.",
  "checkout.company": "Company",
} as const;
