/** English texts of the page behind links in marketing mails. */
export const marketing = {
  "marketing.stopTitle": "Emails from us",
  "marketing.stopOffer":
    "Click the button to stop review requests, cart reminders and offers. You will still get emails about your orders.",
  "marketing.stop": "Stop these emails",
  "marketing.stopped": "Done. You will no longer get these emails.",
  "marketing.cartTitle": "Your cart",
  "marketing.cartOffer": "Click the button to put the products from your reminder into the cart on this device.",
  "marketing.cartRestore": "Restore my cart",
  "marketing.cartGone": "This link no longer works: it has expired, or you have already ordered these products.",
  "marketing.toShop": "Go to the shop",
  "marketing.toHome": "Back to the shop",
} as const;
