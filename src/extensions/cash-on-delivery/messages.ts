/** English texts: the payment method cash on delivery. */
export const cashOnDelivery = {
  "cashOnDelivery.courier": "Open the parcel at the door, check it, then pay {total} to the courier.",
  "cashOnDelivery.pickup": "Check your order when you pick it up, then pay {total} in cash.",
  "cashOnDelivery.download":
    "We will call you about the payment of {total}. Your download will be available once you have paid.",
  "cashOnDelivery.open": "Pay in cash when you receive it. The total depends on your city and province.",
  "cashOnDelivery.payLater": "You pay nothing now.",
  "cashOnDelivery.promise": "Cash on delivery",
  "cashOnDelivery.promiseText": "Open the parcel, check it, then pay the courier.",
  "cashOnDelivery.promiseShort": "cash on delivery",
  "cashOnDelivery.promiseFee": "There is a fee of {amount} for paying in cash.",
  "cashOnDelivery.haveReady": "Please have {total} ready in cash.",
  "cashOnDelivery.onArrival": "Pay in cash when it arrives, in {days}.",
} as const;
