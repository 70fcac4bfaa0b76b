/** Bought files and licence keys. */
export const downloads = {
  "downloads.title": "Downloads",
  "downloads.get": "Download",
  "downloads.getFile": "Download {name}",
  "downloads.left": "{count, plural, one {# download left} other {# downloads left}}",
  "downloads.until": "until {day}",
  "downloads.keys": "Licence keys",
  "downloads.keysDue":
    "{count, plural, one {We will email your key as soon as we have it.} other {We will email # more keys as soon as we have them.}}",
  "downloads.awaited": "Your files will be on this page, and in an email, as soon as the order is paid.",
  "downloads.awaitedHere": "Your files will be on this page as soon as the order is paid.",
  "downloads.order": "Order {id}",
  "downloads.state.revoked": "The shop has withdrawn this file.",
  "downloads.state.expired": "The time for this download has ended.",
  "downloads.state.used-up": "You have used all downloads of this file.",
  "downloads.linkExpired": "This link has expired",
  "downloads.linkExpiredText": "Open your order again for a new link.",
  "downloads.refused": "This file can no longer be downloaded",
  "downloads.goneText": "If you think this is a mistake, please contact us.",
  "downloads.toAccount": "My downloads",
  "downloads.toHome": "To the shop",
  "downloads.pageText": "These links work for 24 hours. Open this page again for new ones.",
} as const;
