/** Largest text of an article or page, in bytes. A long book has a million. */
export const maxBodyBytes = 2_000_000;

/** Says why a larger one is refused. */
export const bodyTooLarge = `its text is larger than ${maxBodyBytes / 1_000_000} MB`;
