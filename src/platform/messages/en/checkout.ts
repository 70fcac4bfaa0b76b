/** English texts: checkout. */
export const checkout = {} as const;
