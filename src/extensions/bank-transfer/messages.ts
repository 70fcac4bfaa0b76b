/** English texts: the payment method bank transfer. */
export const bankTransfer = {
  "bankTransfer.title": "Your transfer",
  "bankTransfer.holder": "Account holder",
  "bankTransfer.bank": "Bank",
  "bankTransfer.number": "Account number",
  "bankTransfer.iban": "IBAN",
  "bankTransfer.code": "BIC or branch code",
  "bankTransfer.reference": "Please quote this number:",
  "bankTransfer.deadline":
    "We will hold your order until {day}. If we have not received your transfer by then, the order will be cancelled.",
  "bankTransfer.request": "Please send {total} by bank transfer. The account details are in your order.",
  "bankTransfer.shopNote": "It is waiting for a transfer of {total}; the customer has the account details.",
  "bankTransfer.cancelled":
    "We did not receive your transfer by {day}. If you have sent it, please reply to this email.",
  "bankTransfer.cancelledPhone":
    "We did not receive your transfer by {day}. If you have sent it, please reply to this email or call {phone}.",
} as const;
