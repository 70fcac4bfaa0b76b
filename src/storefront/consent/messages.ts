/** English texts of the question for consent. */
export const consent = {
  "consent.title": "Privacy choices",
  "consent.question":
    "We would like to measure how the shop is used, and to show you fitting advertisements elsewhere. Both need your consent. You can change it at any time under “Privacy choices” at the end of every page.",
  "consent.accept": "Accept",
  "consent.refuse": "Refuse",
  "consent.choose": "Choose",
  "consent.save": "Save",
  "consent.categories": "What you allow",
  "consent.necessary": "Necessary: cart, sign-in and your choice here. Always on.",
  "consent.statistics": "Statistics: services that measure which pages are used.",
  "consent.marketing": "Marketing: networks that learn what you look at and buy, to choose and measure advertisements.",
  "consent.signal":
    "Your browser asks websites not to track you. We follow it: statistics by others and marketing are off, without a question.",
  "consent.saved": "Your choice is saved for 180 days.",
} as const;
