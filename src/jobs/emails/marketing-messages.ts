/** English texts of the marketing mails that the shop sends by itself. */
export const marketingMail = {
  "mail.stopSuch": "Stop these emails",
  "mail.welcomeCoupon.subject": "{percent, number}% off your next order at {shop}",
  "mail.welcomeCoupon.title": "Thank you for subscribing",
  "mail.welcomeCoupon.text":
    "This code takes {percent, number}% off one order and is valid until {day}. Please order with the email address this email was sent to.",
  "mail.welcomeCoupon.code": "Your code:",
  "mail.welcomeCoupon.link": "Go to the shop",
  "mail.subscribed.why": "You get this email because you subscribed to the newsletter of {shop}.",
  "mail.subscribed.stop": "Unsubscribe",
  "mail.reviewRequest.subject": "How do you like your order from {shop}?",
  "mail.reviewRequest.title": "How do you like it?",
  "mail.reviewRequest.greeting": "{name}, how do you like it?",
  "mail.reviewRequest.text":
    "Your order {id} is complete. An honest review, good or bad, helps other shoppers. It takes a minute.",
  "mail.reviewRequest.link": "Review {name}",
  "mail.reviewRequest.why": "You get this email once, because you ordered from {shop}.",
  "mail.cartReminder.subject": "Your cart at {shop}",
  "mail.cartReminder.title": "Your cart is still here",
  "mail.cartReminder.text": "You left this in your cart. Nothing is reserved, and prices may change.",
  "mail.cartReminder.line": "{quantity, number} × {name}",
  "mail.cartReminder.link": "Go to my cart",
  "mail.cartReminder.why": "You get this email once, because you agreed to it at the checkout of {shop}.",
  "mail.winBack.subject": "What is new at {shop}",
  "mail.winBack.title": "It has been a while",
  "mail.winBack.greeting": "{name}, it has been a while",
  "mail.winBack.text":
    "You last ordered on {day}. Have a look at what is new, if you like. We will not ask again unless you order again.",
  "mail.winBack.link": "See what is new",
} as const;
