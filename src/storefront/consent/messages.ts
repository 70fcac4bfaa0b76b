/** English texts of the question for consent. */
export const consent = {
  "consent.title": "Privacy choices",
  "consent.question":
    "We would like to measure how the shop is used and how our advertising works. Both need your consent. You can change your mind at any time under “Privacy choices” at the bottom of every page.",
  "consent.accept": "Accept",
  "consent.refuse": "Refuse",
  "consent.choose": "Choose",
  "consent.save": "Save",
  "consent.categories": "What you allow",
  "consent.necessary": "Necessary: cart, sign-in and your choice here. Always on.",
  "consent.statistics": "Statistics: any services we use to measure which pages are visited.",
  "consent.marketing":
    "Marketing: the ad or link that brought you here, and any ad networks we use to select and measure ads by what you view and buy.",
  "consent.signal":
    "Your browser asks websites not to track you. We respect that: third-party statistics and marketing are off.",
  "consent.saved": "Your choice is saved for 180 days.",
} as const;
