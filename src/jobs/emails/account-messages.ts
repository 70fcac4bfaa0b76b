/** English texts: mails about accounts. */
export const accountMail = {
  "accountMail.registration.subject": "Confirm your address at {shop}",
  "accountMail.registration.title": "One step left",
  "accountMail.registration.text":
    "Follow this link within a day, and choose a password there: your account is open then. If you did not ask for one, do nothing: none is made.",
  "accountMail.registration.link": "Open my account",
  "accountMail.taken.subject": "You have an account at {shop}",
  "accountMail.taken.title": "You have an account already",
  "accountMail.taken.text":
    "Somebody, most likely you, has asked for an account with this address. There is one already: sign in with it. If you do not remember the password, ask for a new one there.",
  "accountMail.taken.link": "Sign in",
  "accountMail.welcome.subject": "Welcome to {shop}",
  "accountMail.welcome.title": "Welcome, {name}",
  "accountMail.welcome.text": "Your account is open. Your orders and addresses are in it.",
  "accountMail.welcome.link": "My account",
  "accountMail.reset.subject": "A new password for {shop}",
  "accountMail.reset.title": "Choose a new password",
  "accountMail.reset.text":
    "Follow this link within an hour and choose a new password. If you did not ask for it, do nothing: the old one stays.",
  "accountMail.reset.link": "Choose a new password",
  "accountMail.passwordChanged.subject": "Your password at {shop} was changed",
  "accountMail.passwordChanged.title": "Your password was changed",
  "accountMail.passwordChanged.text": "If it was not you, ask for a new password at once and answer this mail.",
  "accountMail.passwordChanged.link": "Ask for a new password",
  "accountMail.emailChange.subject": "Confirm your new address at {shop}",
  "accountMail.emailChange.title": "Is this your address?",
  "accountMail.emailChange.text":
    "Follow this link within a day to use this address for your account. Until then the old one stays.",
  "accountMail.emailChange.link": "Use this address",
  "accountMail.emailChanged.subject": "Your address at {shop} was changed",
  "accountMail.emailChanged.title": "Your address was changed",
  "accountMail.emailChanged.text":
    "Mails about your account go to {email} from now on. If it was not you, answer this mail.",
  "accountMail.emailChanged.link": "My account",
  "accountMail.deleted.subject": "Your account at {shop} is deleted",
  "accountMail.deleted.title": "Your account is deleted",
  "accountMail.deleted.text":
    "It was deleted with your password, and your addresses with it. Orders stay in our books as the law asks, without a link to you. This is the last mail about it. If it was not you, answer this mail.",
  "accountMail.deleted.link": "Go to the shop",
} as const;
