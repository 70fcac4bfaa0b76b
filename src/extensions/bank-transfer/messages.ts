/** English texts: the payment method bank transfer. */
export const bankTransfer = {
  "bankTransfer.title": "Your transfer",
  "bankTransfer.holder": "Account holder",
  "bankTransfer.bank": "Bank",
  "bankTransfer.number": "Account number",
  "bankTransfer.iban": "IBAN",
  "bankTransfer.code": "BIC or branch code",
  "bankTransfer.reference": "Write this number with it:",
  "bankTransfer.deadline": "Your order waits for it until {day}; without it the order is cancelled then.",
  "bankTransfer.request": "Please send {total} by bank transfer. The account is named with your order.",
  "bankTransfer.shopNote": "It waits for a transfer of {total}; the buyer was told the account.",
  "bankTransfer.cancelled":
    "No transfer has reached us by {day}, so nothing will be sent. If you have sent it, answer this mail.",
  "bankTransfer.cancelledPhone":
    "No transfer has reached us by {day}, so nothing will be sent. If you have sent it, answer this mail or call {phone}.",
} as const;
