/** English texts: mail. */
export const mail = {} as const;
