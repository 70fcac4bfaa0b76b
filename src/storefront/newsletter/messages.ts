/** English texts of the newsletter's form and the pages of its mailed links. */
export const newsletter = {
  "newsletter.title": "Newsletter",
  "newsletter.email": "Email address",
  "newsletter.consent":
    "Yes, {shop} may email me its newsletter. I can unsubscribe at any time with the link in every email.",
  "newsletter.subscribe": "Subscribe",
  "newsletter.doNotFill": "Leave this field empty",
  "newsletter.asked": "Almost done: please open the link in the email that we have sent you.",
  "newsletter.invalid": "Please enter a valid email address.",
  "newsletter.tooMany": "Too many attempts. Please try again later.",
  "newsletter.confirmOffer": "Press the button to get our newsletter at the address that received this link.",
  "newsletter.confirm": "Yes, subscribe me",
  "newsletter.confirmed": "Thank you. You are subscribed.",
  "newsletter.stopOffer": "Press the button to get no more newsletters from us.",
  "newsletter.stop": "Unsubscribe",
  "newsletter.stopped": "Done. You will get no more newsletters from us.",
  "newsletter.toHome": "Go to the home page",
  "newsletter.badLink": "This link no longer works. You can subscribe again here.",
} as const;
