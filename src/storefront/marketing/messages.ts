/** English texts of the page behind links in marketing mails. */
export const marketing = {
  "marketing.stopTitle": "Emails from us",
  "marketing.stopOffer":
    "Press the button to get no more of these emails: requests for reviews, reminders of your cart and offers. Emails about your orders still come.",
  "marketing.stop": "No more such emails",
  "marketing.stopped": "Done. You will get no more of these emails from us.",
  "marketing.cartTitle": "Your cart",
  "marketing.cartOffer": "Press the button to put the products from your reminder into the cart on this device.",
  "marketing.cartRestore": "Restore my cart",
  "marketing.cartGone": "This link no longer works: it is too old, or the cart was ordered.",
  "marketing.toShop": "Go to the shop",
  "marketing.toHome": "Go to the home page",
} as const;
