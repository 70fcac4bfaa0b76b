/** English texts of contact forms. */
export const contact = {
  "contact.unsent": "Your message could not be sent. Please check your connection and try again. Nothing is lost.",
} as const;
