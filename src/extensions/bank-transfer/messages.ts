/** English texts: the payment method bank transfer. */
export const bankTransfer = {
  "bankTransfer.title": "Your transfer",
  "bankTransfer.holder": "Account holder",
  "bankTransfer.bank": "Bank",
  "bankTransfer.number": "Account number",
  "bankTransfer.iban": "IBAN",
  "bankTransfer.code": "BIC or branch code",
  "bankTransfer.reference": "Please quote this number:",
  "bankTransfer.deadline": "We will keep your order until {day}. Without a transfer by then it is cancelled.",
  "bankTransfer.request": "Please send {total} by bank transfer. Your order shows the account.",
  "bankTransfer.shopNote": "It is waiting for a transfer of {total}; the customer has the account details.",
  "bankTransfer.cancelled":
    "We received no transfer by {day}, so nothing will be sent. If you have sent it, please reply to this mail.",
  "bankTransfer.cancelledPhone":
    "We received no transfer by {day}, so nothing will be sent. If you have sent it, please reply to this mail or call {phone}.",
} as const;
