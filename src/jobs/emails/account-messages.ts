/** English texts: mails about accounts. */
export const accountMail = {
  "accountMail.registration.subject": "Confirm your address at {shop}",
  "accountMail.registration.title": "One step left",
  "accountMail.registration.text":
    "Follow this link within 24 hours and choose a password to activate your account. If you did not request an account, you can ignore this email.",
  "accountMail.registration.link": "Activate my account",
  "accountMail.taken.subject": "You already have an account at {shop}",
  "accountMail.taken.title": "You already have an account",
  "accountMail.taken.text":
    "Someone, probably you, tried to create an account with this email address, but you already have one. Please sign in. If you have forgotten your password, you can reset it there.",
  "accountMail.taken.link": "Sign in",
  "accountMail.welcome.subject": "Welcome to {shop}",
  "accountMail.welcome.title": "Welcome, {name}",
  "accountMail.welcome.text": "Your account is ready. You can view your orders and manage your addresses there.",
  "accountMail.welcome.link": "My account",
  "accountMail.reset.subject": "Reset your password at {shop}",
  "accountMail.reset.title": "Choose a new password",
  "accountMail.reset.text":
    "Follow this link within an hour and choose a new password. If you did not request this, you can ignore this email and your password will stay the same.",
  "accountMail.reset.link": "Choose a new password",
  "accountMail.passwordChanged.subject": "Your password at {shop} was changed",
  "accountMail.passwordChanged.title": "Your password was changed",
  "accountMail.passwordChanged.text": "If this was not you, reset your password immediately and reply to this email.",
  "accountMail.passwordChanged.link": "Reset my password",
  "accountMail.passwordChangedWithPasskeys.subject": "Your password at {shop} was changed",
  "accountMail.passwordChangedWithPasskeys.title": "Your password was changed",
  "accountMail.passwordChangedWithPasskeys.text":
    "If this was not you, reset your password immediately and reply to this email. Your passkeys still work: remove any that you don’t recognise under “Passkeys” in your account.",
  "accountMail.passwordChangedWithPasskeys.link": "Reset my password",
  "accountMail.emailChange.subject": "Confirm your new address at {shop}",
  "accountMail.emailChange.title": "Is this your address?",
  "accountMail.emailChange.text":
    "Follow this link within 24 hours to use this address for your account. Until then we will keep using your old address.",
  "accountMail.emailChange.link": "Use this address",
  "accountMail.emailChanged.subject": "Your address at {shop} was changed",
  "accountMail.emailChanged.title": "Your address was changed",
  "accountMail.emailChanged.text":
    "Emails about your account now go to {email}. If this was not you, reply to this email.",
  "accountMail.emailChanged.link": "My account",
  "accountMail.passkeyAdded.subject": "A passkey was added to your account at {shop}",
  "accountMail.passkeyAdded.title": "You can sign in with a new passkey",
  "accountMail.passkeyAdded.text":
    "If this was not you, remove the passkey, change your password immediately and reply to this email.",
  "accountMail.passkeyAdded.link": "My passkeys",
  "accountMail.applicationPasswordMade.subject": "New application password at {shop}",
  "accountMail.applicationPasswordMade.title": "A new application password was created",
  "accountMail.applicationPasswordMade.text":
    "If this was not you, revoke it, change your password immediately and reply to this email.",
  "accountMail.applicationPasswordMade.link": "My application passwords",
  "accountMail.deleted.subject": "Your account at {shop} has been deleted",
  "accountMail.deleted.title": "Your account has been deleted",
  "accountMail.deleted.text":
    "Your account and its addresses were deleted after your password was entered. We must keep orders by law, but they are no longer linked to you. This is the last email about it. If this was not you, reply to this email.",
  "accountMail.deleted.link": "Go to the shop",
} as const;
