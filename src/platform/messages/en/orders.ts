/** English texts: orders. */
export const orders = {} as const;
