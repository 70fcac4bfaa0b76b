/** English texts of the question for consent. */
export const consent = {
  "consent.title": "Privacy choices",
  "consent.question":
    "We would like to measure how the shop is used and show you relevant ads on other sites. Both need your consent. You can change your mind at any time under “Privacy choices” at the bottom of every page.",
  "consent.accept": "Accept",
  "consent.refuse": "Refuse",
  "consent.choose": "Choose",
  "consent.save": "Save",
  "consent.categories": "What you allow",
  "consent.necessary": "Necessary: cart, sign-in and your choice here. Always on.",
  "consent.statistics": "Statistics: services that measure which pages are visited.",
  "consent.marketing": "Marketing: ad networks that learn what you view and buy, to select and measure ads.",
  "consent.signal":
    "Your browser asks websites not to track you. We respect that: third-party statistics and marketing are off.",
  "consent.saved": "Your choice is saved for 180 days.",
} as const;
