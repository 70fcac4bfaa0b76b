/** English texts of mails about wished products: the wishlist's form and the pages of mailed links. */
export const wishlistAlerts = {
  "wishlistAlerts.title": "Price drops and restocks",
  "wishlistAlerts.offer": "Get an email when something in your wishlists gets cheaper or is back in stock.",
  "wishlistAlerts.email": "Email address",
  "wishlistAlerts.start": "Email me",
  "wishlistAlerts.waiting": "Almost done: please open the link in the email that we have sent you.",
  "wishlistAlerts.again": "Send the link again",
  "wishlistAlerts.on": "You get an email when something in your wishlists gets cheaper or is back in stock.",
  "wishlistAlerts.stop": "Stop these emails",
  "wishlistAlerts.confirmTitle": "Confirm your email address",
  "wishlistAlerts.confirm": "Yes, email me",
  "wishlistAlerts.confirmed": "Thank you. We will email you when something changes.",
  "wishlistAlerts.stopTitle": "Stop wishlist emails",
  "wishlistAlerts.stopText":
    "You will get no more emails about price drops and restocks. Your wishlists stay as they are.",
  "wishlistAlerts.stopped": "Done. You will get no more emails about your wishlists.",
  "wishlistAlerts.badLink": "This link no longer works. You can ask for a new one on your wishlist.",
  "wishlistAlerts.toWishlist": "Go to your wishlist",
} as const;
