/** English texts of contact forms. */
export const contact = {
  "contact.unsent": "Your message could not be sent. Please check your connection and try again.",
  "contact.newPicture": "Another picture",
  "contact.captchaAnswer": "The code in the picture, or the answer to its question",
  "contact.puzzleUnsolved": "Please complete this check first.",
  "contact.puzzleUnloaded":
    "The check against spam could not be loaded. Please check your connection, or write to us by email.",
  "contact.puzzleNeedsScripts":
    "This form has a check against spam that needs JavaScript. Without it, please write to us by email.",
} as const;
