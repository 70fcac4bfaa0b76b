/** English texts: mails about accounts. */
export const accountMail = {
  "accountMail.registration.subject": "Confirm your address at {shop}",
  "accountMail.registration.title": "One step left",
  "accountMail.registration.text":
    "Follow this link within a day and choose a password to open your account. If you did not ask for an account, you can ignore this mail.",
  "accountMail.registration.link": "Open my account",
  "accountMail.taken.subject": "You already have an account at {shop}",
  "accountMail.taken.title": "You already have an account",
  "accountMail.taken.text":
    "Somebody, most likely you, asked for an account with this address, but you already have one. Please sign in. If you do not remember your password, you can ask for a new one there.",
  "accountMail.taken.link": "Sign in",
  "accountMail.welcome.subject": "Welcome to {shop}",
  "accountMail.welcome.title": "Welcome, {name}",
  "accountMail.welcome.text": "Your account is ready. You will find your orders and addresses in it.",
  "accountMail.welcome.link": "My account",
  "accountMail.reset.subject": "A new password for {shop}",
  "accountMail.reset.title": "Choose a new password",
  "accountMail.reset.text":
    "Follow this link within an hour and choose a new password. If you did not ask for it, you can ignore this mail and keep the old one.",
  "accountMail.reset.link": "Choose a new password",
  "accountMail.passwordChanged.subject": "Your password at {shop} was changed",
  "accountMail.passwordChanged.title": "Your password was changed",
  "accountMail.passwordChanged.text": "If this was not you, ask for a new password at once and reply to this mail.",
  "accountMail.passwordChanged.link": "Ask for a new password",
  "accountMail.emailChange.subject": "Confirm your new address at {shop}",
  "accountMail.emailChange.title": "Is this your address?",
  "accountMail.emailChange.text":
    "Follow this link within a day to use this address for your account. Until then your old address stays in use.",
  "accountMail.emailChange.link": "Use this address",
  "accountMail.emailChanged.subject": "Your address at {shop} was changed",
  "accountMail.emailChanged.title": "Your address was changed",
  "accountMail.emailChanged.text":
    "Mails about your account now go to {email}. If this was not you, reply to this mail.",
  "accountMail.emailChanged.link": "My account",
  "accountMail.deleted.subject": "Your account at {shop} is deleted",
  "accountMail.deleted.title": "Your account is deleted",
  "accountMail.deleted.text":
    "Your account and its addresses were deleted after your password was entered. We must keep orders by law, but they are no longer linked to you. This is the last mail about it. If this was not you, reply to this mail.",
  "accountMail.deleted.link": "Go to the shop",
} as const;
