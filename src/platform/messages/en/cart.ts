/** English texts: cart. */
export const cart = {} as const;
