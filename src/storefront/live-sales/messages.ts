/** English texts of the pop-ups about recent sales. */
export const liveSales = {
  "liveSales.region": "Recent sales",
  // The whole sentence, and its two halves for pop-ups with a title. Values are HTML.
  "liveSales.sentence": "{who} bought {product} {when}",
  "liveSales.sentenceFrom": "{who} from {where} bought {product} {when}",
  "liveSales.buyer": "{who}",
  "liveSales.buyerFrom": "{who} from {where}",
  "liveSales.bought": "bought {product} {when}",
  "liveSales.someone": "Someone",
  "liveSales.hour": "in the last hour",
  "liveSales.hours": "{count, plural, one {an hour} other {# hours}} ago",
  "liveSales.days": "{count, plural, one {a day} other {# days}} ago",
  "liveSales.close": "Close",
  "liveSales.pause": "Pause",
  "liveSales.continue": "Continue",
  "liveSales.never": "Don’t show again",
} as const;
